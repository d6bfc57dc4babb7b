import { MAX_LENGTH } from '@g2/gateway/contract/common';
import {
  type PaymentDetails,
  REFUND_REASON_NAMES,
  REFUND_REASONS,
  type RefundBody,
  type RefundOrder,
} from '@g2/gateway/contract/payment-admin';
import { Button, Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { messageOf } from '../../../lib/failures.ts';
import { formatCents } from '../../../lib/format.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { Recovered } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useRefund } from './api.ts';
import { texts } from './texts.ts';

const t = texts.refund;

interface RefundDialogProps {
  readonly payment: PaymentDetails;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for a reason, then for a confirmation that names the consequences. Closes when the server accepts. */
export function RefundDialog({ payment, opened, onClose }: RefundDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t.title}>
      {opened && <RefundForm payment={payment} onClose={onClose} />}
    </Modal>
  );
}

function RefundForm({ payment, onClose }: Pick<RefundDialogProps, 'payment' | 'onClose'>) {
  const [wanted, setWanted] = useState<RefundBody | null>(null);
  // The amount when the dialog opened: another admin may refund the payment meanwhile.
  const [amount] = useState(() => formatCents(payment.refundable));
  const refund = useRefund(payment.id);
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
    refund.mutate(body, {
      onSuccess: (order) => {
        tell(order, amount);
        draft.clear();
        onClose();
      },
      onError: (error) => notify.error(t.failed, messageOf(error, t.failedText)),
    });
  if (wanted !== null) {
    return (
      <Sure
        payment={payment}
        amount={amount}
        pending={refund.isPending}
        onSend={() => send(wanted)}
        onBack={() => setWanted(null)}
      />
    );
  }
  const next = ({ reason, note }: typeof form.values) => {
    const why = chosen(reason);
    if (why !== undefined) setWanted({ reason: why, note: note.trim() });
  };
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(next)} noValidate>
      <p className={dialogClasses.lead}>{t.lead(amount)}</p>
      {draft.recovered && <Recovered onDiscard={() => draft.discard(form)} />}
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
      <Textarea
        label={form.values.reason === 'other' ? t.noteNeeded : t.note}
        description={t.noteHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_LENGTH.reason}
        {...form.getInputProps('note')}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit">{t.next}</Button>
      </DialogActions>
    </form>
  );
}

const chosen = (reason: string) => REFUND_REASONS.find((known) => known === reason);

function tell({ state }: RefundOrder, amount: string): void {
  if (state === 'refused') notify.error(t.refused, t.refusedText);
  else if (state === 'asked') notify.success(t.asked, t.askedText);
  else notify.success(t.done, t.doneText(amount));
}

interface SureProps {
  readonly payment: PaymentDetails;
  readonly amount: string;
  readonly pending: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

function Sure({ payment: { kind, payerName }, amount, pending, onSend, onBack }: SureProps) {
  return (
    <div className={dialogClasses.form}>
      <p className={dialogClasses.lead} role="status">
        <strong>{t.sure(amount, payerName)}</strong>
      </p>
      <p className={dialogClasses.warning}>{t.consequences[kind] ?? t.consequences.registration}</p>
      <div className={dialogClasses.actions}>
        <Button variant="default" disabled={pending} onClick={onBack}>
          {t.back}
        </Button>
        <Button color="red" loading={pending} onClick={onSend}>
          {t.send(amount)}
        </Button>
      </div>
    </div>
  );
}
