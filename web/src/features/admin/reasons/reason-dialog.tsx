import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { addReasonBody, type KeptReason } from '@g2/gateway/contract/reasons';
import { Button, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { useChangeReason } from './api.ts';
import { texts as t } from './texts.ts';

/** The reason in the editor: an existing one, a new one, or null when it is closed. */
export type Writing = KeptReason | 'new' | null;

interface ReasonDialogProps {
  readonly writing: Writing;
  readonly onClose: () => void;
}

export function ReasonDialog({ writing, onClose }: ReasonDialogProps) {
  return (
    <Modal
      opened={writing !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      title={writing === 'new' || writing === null ? t.add : t.editOf(writing.title)}
    >
      {writing !== null && <ReasonForm reason={writing === 'new' ? null : writing} onClose={onClose} />}
    </Modal>
  );
}

function ReasonForm({ reason, onClose }: { reason: KeptReason | null; onClose: () => void }) {
  const { mutate, isPending } = useChangeReason(onClose);
  const form = useForm({
    initialValues: { title: reason?.title ?? '', text: reason?.text ?? '' },
    validate: schemaResolver(addReasonBody, { sync: true }),
  });
  return (
    <form
      className={dialogClasses.form}
      noValidate
      onSubmit={form.onSubmit((body) => mutate({ id: reason?.id ?? null, body, done: t.saved }))}
    >
      <TextInput
        label={t.form.title}
        description={t.form.titleHint}
        maxLength={MAX_LENGTH.readyReasonTitle}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t.form.text}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_LENGTH.readyReason}
        {...form.getInputProps('text')}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={isPending}>
          {t.form.save}
        </Button>
      </DialogActions>
    </form>
  );
}
