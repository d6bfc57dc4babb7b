import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { Button, Modal, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { HttpError, messageOf } from '../../lib/http.ts';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useOperatorAction } from './api.ts';
import { targetOf } from './availability.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const t = texts.dialog;
const TITLES = { approve: t.approve, request_corrections: t.corrections, add_notes: t.notes } as const;

interface ActionDialogProps {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction | null;
  readonly onClose: () => void;
}

/** Confirms an action and takes its reason and notes. */
export function ActionDialog({ registration, action, onClose }: ActionDialogProps) {
  return (
    <Modal
      opened={action !== null}
      onClose={onClose}
      title={action === null ? '' : TITLES[action]}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {action !== null && <ActionForm registration={registration} action={action} onClose={onClose} />}
    </Modal>
  );
}

function ActionForm({ registration, action, onClose }: ActionDialogProps & { action: OperatorAction }) {
  const run = useOperatorAction(registration.id);
  const onlyNotes = action === 'add_notes';
  const form = useForm({
    // What the dialog showed when it opened is what the server must still find.
    initialValues: { reason: '', notes: '', expectedStatus: registration.status },
    validate: { notes: (notes) => (onlyNotes && notes.trim() === '' ? t.notesRequired : null) },
  });
  const submit = (values: typeof form.values) =>
    run.mutate(
      { action, ...values },
      {
        onSuccess: () => {
          notify.success(texts.actions.done);
          onClose();
        },
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors({ ...error.fields });
          notify.error(texts.actions.failed, messageOf(error, texts.actions.failedText));
        },
      },
    );
  const target = targetOf(form.values.expectedStatus, action);
  const corrections = action === 'request_corrections';
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      {target !== null && (
        <p className={classes.move}>
          {t.from} <StatusBadge status={form.values.expectedStatus} /> {t.to} <StatusBadge status={target} />
        </p>
      )}
      {!onlyNotes && (
        <Textarea
          label={corrections ? t.correctionReason : t.reason}
          description={corrections ? t.correctionReasonHint : undefined}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_LENGTH.reason}
          {...form.getInputProps('reason')}
        />
      )}
      <Textarea
        label={onlyNotes ? t.internalRequired : t.internal}
        description={t.internalHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_LENGTH.notes}
        {...form.getInputProps('notes')}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={run.isPending}>
          {t.confirm[action]}
        </Button>
      </DialogActions>
    </form>
  );
}
