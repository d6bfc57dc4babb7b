import { MAX_LENGTH } from '@g2/gateway/contract/constants';
import {
  type PaymentDetails,
  REFUND_REASON_NAMES,
  REFUND_REASONS,
  type RefundBody,
  type RefundOrder,
} from '@g2/gateway/contract/payment-admin';
import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { formatCents } from '../../../lib/format.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { ReasonInput } from '../form.tsx';
import { useRecordTransfer, useRefund } from './api.ts';
import { texts } from './texts.ts';

const { refund: t, transfer: transferTexts } = texts;

/** Asks for a reason, and then for a confirmation that states the consequences. It closes on success. */
export function RefundForm({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const [bodyToConfirm, setBodyToConfirm] = useState<RefundBody | null>(null);
  // Keeps the amount on opening, because another admin may refund the payment meanwhile.
  const [amount] = useState(() => formatCents(payment.refundable));
  const { mutate, isPending: pending } = useRefund(payment.id);
  const draft = useDraft(`refund.${payment.id}`, ['reason', 'note']);
  const form = useForm({
    initialValues: { ...draft.initial },
    onValuesChange: draft.keep,
    validate: {
      reason: (reason) => (refundReasonOf(reason) === undefined ? t.reasonMissing : null),
      note: (note, { reason }) => (reason === 'other' && note.trim() === '' ? t.noteMissing : null),
    },
  });
  const send = (body: RefundBody) =>
    mutate(body, {
      onSuccess: (order) => {
        notifyResult(order, amount);
        draft.clear();
        onClose();
      },
      onError: (error) => notify.error(t.failed, messageOf(error, t.failedText)),
    });
  if (bodyToConfirm !== null) {
    return (
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead} role="status">
          <strong>{t.confirmQuestion(amount, payment.payerName)}</strong>
        </p>
        <p className={dialogClasses.warning}>{t.consequences[payment.kind] ?? t.consequences.registration}</p>
        <div className={dialogClasses.actions}>
          <Button variant="default" disabled={pending} onClick={() => setBodyToConfirm(null)}>
            {t.back}
          </Button>
          <Button color="red" loading={pending} onClick={() => send(bodyToConfirm)}>
            {t.confirmButton(amount)}
          </Button>
        </div>
      </div>
    );
  }
  const askConfirmation = ({ reason, note }: typeof form.values) => {
    const knownReason = refundReasonOf(reason);
    if (knownReason !== undefined) setBodyToConfirm({ reason: knownReason, note: note.trim() });
  };
  return (
    <DialogForm onSubmit={form.onSubmit(askConfirmation)} onCancel={onClose} submit={t.continueButton}>
      <p className={dialogClasses.lead}>{t.lead(amount)}</p>
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <Select
        label={t.reason}
        placeholder={t.choose}
        required
        data={REFUND_REASONS.map((value) => ({ value, label: REFUND_REASON_NAMES[value] }))}
        value={form.values.reason || null}
        onChange={(reason) => form.setFieldValue('reason', reason ?? '')}
        error={form.errors.reason}
        data-autofocus
      />
      <ReasonInput
        label={form.values.reason === 'other' ? t.noteRequired : t.note}
        description={t.noteHint}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}

const refundReasonOf = (reason: string) => REFUND_REASONS.find((option) => option === reason);

function notifyResult({ state }: RefundOrder, amount: string): void {
  if (state === 'refused') notify.error(t.refused, t.refusedText);
  else if (state === 'asked') notify.success(t.unanswered, t.unansweredText);
  else notify.success(t.done, t.doneText(amount));
}

/** Records a bank transfer that returned money which the provider cannot refund. It closes on success. */
export function TransferForm({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  // Keeps the amount on opening, because another admin may record the transfer meanwhile.
  const [amount] = useState(payment.transferable);
  const transferRecord = useRecordTransfer(payment.id);
  const draft = useDraft(`given-back.${payment.id}`, ['transferredOn', 'reference', 'note']);
  const form = useForm({
    initialValues: { ...draft.initial },
    onValuesChange: draft.keep,
    validate: {
      transferredOn: (day) => (day === '' ? transferTexts.dayMissing : null),
      reference: (reference) => (reference.trim() === '' ? transferTexts.referenceMissing : null),
    },
  });
  const send = ({ transferredOn, reference, note }: typeof form.values) =>
    transferRecord.mutate(
      { amount, transferredOn, reference: reference.trim(), note: note.trim() },
      {
        onSuccess: () => {
          notify.success(transferTexts.done, transferTexts.doneText(formatCents(amount)));
          draft.clear();
          onClose();
        },
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors(error.fields);
          notify.error(transferTexts.failed, messageOf(error, transferTexts.failedText));
        },
      },
    );
  return (
    <DialogForm
      onSubmit={form.onSubmit(send)}
      onCancel={onClose}
      submit={transferTexts.submit}
      pending={transferRecord.isPending}
    >
      <p className={dialogClasses.lead}>{transferTexts.lead(formatCents(amount))}</p>
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <TextInput
        type="date"
        label={transferTexts.day}
        required
        data-autofocus
        {...form.getInputProps('transferredOn')}
      />
      <TextInput
        label={transferTexts.reference}
        description={transferTexts.referenceHint}
        required
        maxLength={MAX_LENGTH.reference}
        {...form.getInputProps('reference')}
      />
      <ReasonInput
        label={transferTexts.note}
        description={transferTexts.noteHint}
        {...form.getInputProps('note')}
      />
      <p className={dialogClasses.warning}>{transferTexts.consequences}</p>
    </DialogForm>
  );
}
