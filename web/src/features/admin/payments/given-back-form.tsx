import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { PaymentDetails } from '@g2/gateway/contract/payment-admin';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { formatCents } from '../../../lib/format.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { ReasonInput } from '../reason-input.tsx';
import { useGivenBack } from './api.ts';
import { texts } from './texts.ts';

const t = texts.givenBack;

/** Records a return by bank transfer, for money the provider cannot refund. Closes when the server accepts. */
export function GivenBackForm({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
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
    <DialogForm onSubmit={form.onSubmit(send)} onCancel={onClose} submit={t.send} pending={record.isPending}>
      <p className={dialogClasses.lead}>{t.lead(formatCents(amount))}</p>
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <TextInput type="date" label={t.day} required data-autofocus {...form.getInputProps('transferredOn')} />
      <TextInput
        label={t.reference}
        description={t.referenceHint}
        required
        maxLength={MAX_LENGTH.reference}
        {...form.getInputProps('reference')}
      />
      <ReasonInput label={t.note} description={t.noteHint} {...form.getInputProps('note')} />
      <p className={dialogClasses.warning}>{t.consequences}</p>
    </DialogForm>
  );
}
