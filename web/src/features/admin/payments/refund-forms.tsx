import { MAX_LENGTH } from '@g2/gateway/contract/common';
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
import { useGivenBack, useRefund } from './api.ts';
import { texts } from './texts.ts';

const { refund: t, givenBack: g } = texts;

/** Asks for a reason, then for a confirmation that names the consequences. Closes when the server accepts. */
export function RefundForm({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const [wanted, setWanted] = useState<RefundBody | null>(null);
  // The amount when the dialog opened: another admin may refund the payment meanwhile.
  const [amount] = useState(() => formatCents(payment.refundable));
  const { mutate, isPending: pending } = useRefund(payment.id);
  const draft = useDraft(`refund.${payment.id}`, ['reason', 'note']);
  const form = useForm({
    initialValues: { ...draft.initial },
    onValuesChange: draft.keep,
    validate: {
      reason: (reason) => (chosen(reason) === undefined ? t.reasonMissing : null),
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
  if (wanted !== null) {
    return (
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead} role="status">
          <strong>{t.sure(amount, payment.payerName)}</strong>
        </p>
        <p className={dialogClasses.warning}>{t.consequences[payment.kind] ?? t.consequences.registration}</p>
        <div className={dialogClasses.actions}>
          <Button variant="default" disabled={pending} onClick={() => setWanted(null)}>
            {t.back}
          </Button>
          <Button color="red" loading={pending} onClick={() => send(wanted)}>
            {t.send(amount)}
          </Button>
        </div>
      </div>
    );
  }
  const next = ({ reason, note }: typeof form.values) => {
    const why = chosen(reason);
    if (why !== undefined) setWanted({ reason: why, note: note.trim() });
  };
  return (
    <DialogForm onSubmit={form.onSubmit(next)} onCancel={onClose} submit={t.next}>
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
        label={form.values.reason === 'other' ? t.noteNeeded : t.note}
        description={t.noteHint}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  );
}

const chosen = (reason: string) => REFUND_REASONS.find((known) => known === reason);

function notifyResult({ state }: RefundOrder, amount: string): void {
  if (state === 'refused') notify.error(t.refused, t.refusedText);
  else if (state === 'asked') notify.success(t.asked, t.askedText);
  else notify.success(t.done, t.doneText(amount));
}

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
      transferredOn: (day) => (day === '' ? g.dayMissing : null),
      reference: (reference) => (reference.trim() === '' ? g.referenceMissing : null),
    },
  });
  const send = ({ transferredOn, reference, note }: typeof form.values) =>
    record.mutate(
      { amount, transferredOn, reference: reference.trim(), note: note.trim() },
      {
        onSuccess: () => {
          notify.success(g.done, g.doneText(formatCents(amount)));
          draft.clear();
          onClose();
        },
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors(error.fields);
          notify.error(g.failed, messageOf(error, g.failedText));
        },
      },
    );
  return (
    <DialogForm onSubmit={form.onSubmit(send)} onCancel={onClose} submit={g.send} pending={record.isPending}>
      <p className={dialogClasses.lead}>{g.lead(formatCents(amount))}</p>
      {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
      <TextInput type="date" label={g.day} required data-autofocus {...form.getInputProps('transferredOn')} />
      <TextInput
        label={g.reference}
        description={g.referenceHint}
        required
        maxLength={MAX_LENGTH.reference}
        {...form.getInputProps('reference')}
      />
      <ReasonInput label={g.note} description={g.noteHint} {...form.getInputProps('note')} />
      <p className={dialogClasses.warning}>{g.consequences}</p>
    </DialogForm>
  );
}
