import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { PaymentDetails } from '@g2/gateway/contract/payment-admin';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { formatCents } from '../../../lib/format.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { Recovered } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useGivenBack } from './api.ts';
import { texts } from './texts.ts';

const t = texts.givenBack;

interface GivenBackDialogProps {
  readonly payment: PaymentDetails;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Records a return by bank transfer, for money the provider cannot refund. Closes when the server accepts. */
export function GivenBackDialog({ payment, opened, onClose }: GivenBackDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t.title}>
      {opened && <GivenBackForm payment={payment} onClose={onClose} />}
    </Modal>
  );
}

function GivenBackForm({ payment, onClose }: Pick<GivenBackDialogProps, 'payment' | 'onClose'>) {
  // The amount when the dialog opened: another admin may record the transfer meanwhile.
  const [amount] = useState(payment.transferable);
  const record = useGivenBack(payment.id);
  const draft = useDraft(`given-back.${payment.id}`, ['transferredOn', 'reference', 'note']);
  const form = useForm({
    initialValues: { ...draft.initial },
    onValuesChange: draft.keep,
    validate: {
      transferredOn: (day) => (day === '' ? t.dayMissing : null),
      reference: (reference) => (reference.trim() === '' ? t.referenceMissing : null),
    },
  });
  const send = ({ transferredOn, reference, note }: typeof form.values) =>
    record.mutate(
      { amount, transferredOn, reference: reference.trim(), note: note.trim() },
      {
        onSuccess: () => {
          notify.success(t.done, t.doneText(formatCents(amount)));
          draft.clear();
          onClose();
        },
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors(error.fields);
          notify.error(t.failed, messageOf(error, t.failedText));
        },
      },
    );
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(send)} noValidate>
      <p className={dialogClasses.lead}>{t.lead(formatCents(amount))}</p>
      {draft.recovered && <Recovered onDiscard={() => draft.discard(form)} />}
      <TextInput type="date" label={t.day} required data-autofocus {...form.getInputProps('transferredOn')} />
      <TextInput
        label={t.reference}
        description={t.referenceHint}
        required
        maxLength={MAX_LENGTH.reference}
        {...form.getInputProps('reference')}
      />
      <Textarea
        label={t.note}
        description={t.noteHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_LENGTH.reason}
        {...form.getInputProps('note')}
      />
      <p className={dialogClasses.warning}>{t.consequences}</p>
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={record.isPending}>
          {t.send}
        </Button>
      </DialogActions>
    </form>
  );
}
