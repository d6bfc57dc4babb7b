import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import {
  type PaymentDetails,
  type PaymentStep,
  type PaymentStepEntry,
  REFUND_REASON_NAMES,
} from '@g2/gateway/contract/payment-admin';
import { PAYMENT_METHOD_NAMES } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconCreditCardOff,
  IconDownload,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { pathOf } from '../../../lib/call.ts';
import { downloadFile } from '../../../lib/download.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { formatCents, formatDateTime, UNKNOWN } from '../../../lib/format.ts';
import type { IdParam } from '../../../lib/use-id-param.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { HashBlock } from '../../../ui/hash-line.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { TONES } from '../cells.tsx';
import { RecordDialog } from '../record-dialog.tsx';
import { usePayment } from './api.ts';
import { AlertBadge, declineReason, Payer, PaymentState, Purpose } from './badges.tsx';
import { RefundForm, TransferForm } from './refund-forms.tsx';
import { texts } from './texts.ts';

const t = texts.details;

/** A dialog with a payment and its whole history. The URL has the id of the payment. */
export function PaymentDialog({ idParam }: { idParam: IdParam }) {
  const query = usePayment(idParam.id);
  return (
    <RecordDialog
      idParam={idParam}
      record={query.data}
      query={query}
      texts={t}
      titleOf={({ amount }) => t.titleOf(formatCents(amount))}
      size={640}
    >
      {(payment) => <PaymentFacts payment={payment} />}
    </RecordDialog>
  );
}

function PaymentFacts({ payment }: { payment: PaymentDetails }) {
  const { method, createdAt, settledAt, transfer, stripePaymentIntentId: paymentIntentId } = payment;
  return (
    <div className="grid gap-4">
      <div className="g2-spread min-w-0">
        <PaymentState payment={payment} />
        <AlertBadge payment={payment} />
      </div>
      <Facts>
        <Fact name={texts.payments.payer}>
          <Payer payment={payment} />
        </Fact>
        <Fact name={texts.payments.purpose}>
          <Purpose payment={payment} />
        </Fact>
        <Fact name={texts.payments.method}>{PAYMENT_METHOD_NAMES[method]}</Fact>
        <Fact name={texts.payments.created}>{formatDateTime(createdAt)}</Fact>
        <Fact name={texts.payments.settled}>{formatDateTime(settledAt)}</Fact>
        {transfer !== null && (
          <Fact name={texts.transfer.recorded}>
            {texts.transfer.recordedBy(
              transfer.recordedByName ?? UNKNOWN,
              transfer.transferredOn.split('-').toReversed().join('/'),
            )}
            {transfer.note !== '' && `: ${transfer.note}`}
          </Fact>
        )}
        {payment.disputeDueBy !== null && (
          <Fact name={t.disputeDue}>{formatDateTime(payment.disputeDueBy)}</Fact>
        )}
        {payment.closedAt !== null && (
          <Fact name={t.registrationClosed}>{formatDateTime(payment.closedAt)}</Fact>
        )}
        {payment.refundedAmount > 0 && (
          <Fact name={texts.payments.refunded}>{formatCents(payment.refundedAmount)}</Fact>
        )}
      </Facts>
      {paymentIntentId !== null && <HashBlock hash={paymentIntentId} label={texts.events.paymentIntent} />}
      <section aria-label={t.history}>
        <h3 className="g2-heading mb-3">{t.history}</h3>
        <ol className="g2-list" aria-label={t.history}>
          {payment.steps.map((step) => (
            <Step key={`${step.kind} ${step.at} ${step.reference} ${step.order?.id}`} step={step} />
          ))}
        </ol>
      </section>
      {payment.toTransfer > 0 && (
        <p className="wrap-anywhere whitespace-pre-line">
          {texts.transfer.explanation(formatCents(payment.toTransfer))}
        </p>
      )}
      <Actions payment={payment} />
    </div>
  );
}

function Actions({ payment }: { payment: PaymentDetails }) {
  const { registrationId, kind, status, refundable, transferable } = payment;
  const [openForm, setOpenForm] = useState<'refund' | 'transfer' | null>(null);
  const close = () => setOpenForm(null);
  const hasReceipt = kind === 'registration' && status === 'settled' && registrationId !== null;
  if (!hasReceipt && refundable === 0 && transferable === 0 && openForm === null) return null;
  return (
    <div className="g2-row justify-end">
      {hasReceipt && <ReceiptButton registrationId={registrationId} />}
      {refundable > 0 && (
        <Button variant="default" color="red" onClick={() => setOpenForm('refund')}>
          {texts.refund.openButton(formatCents(refundable))}
        </Button>
      )}
      {transferable > 0 && (
        <Button
          variant={payment.toTransfer > 0 ? 'filled' : 'default'}
          onClick={() => setOpenForm('transfer')}
        >
          {texts.transfer.openButton}
        </Button>
      )}
      <Modal opened={openForm === 'refund'} onClose={close} title={texts.refund.title}>
        {openForm === 'refund' && <RefundForm payment={payment} onClose={close} />}
      </Modal>
      <Modal opened={openForm === 'transfer'} onClose={close} title={texts.transfer.title}>
        {openForm === 'transfer' && <TransferForm payment={payment} onClose={close} />}
      </Modal>
    </div>
  );
}

function ReceiptButton({ registrationId: id }: { registrationId: string }) {
  const receiptDownload = useMutation({
    mutationFn: () =>
      downloadFile(pathOf(fileCalls.getReceipt, { params: { id } }), `recibo_${id.slice(0, 8)}.pdf`),
    onError: (error) => notify.error(t.receiptFailed, reasonOf(error, t.receiptFailedText)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={receiptDownload.isPending}
      onClick={() => receiptDownload.mutate()}
    >
      {t.receipt}
    </Button>
  );
}

/** Icon and colour of each kind of step. */
const STEP_ICONS = {
  created: { Icon: IconPlus, tone: 'plain' },
  declined: { Icon: IconCreditCardOff, tone: 'danger' },
  succeeded: { Icon: IconCheck, tone: 'accent' },
  settled: { Icon: IconCheck, tone: 'accent' },
  cancelled: { Icon: IconX, tone: 'plain' },
  failed: { Icon: IconX, tone: 'danger' },
  refund_ordered: { Icon: IconArrowBackUp, tone: 'plain' },
  refund: { Icon: IconArrowBackUp, tone: 'info' },
  transferred: { Icon: IconArrowBackUp, tone: 'info' },
  dispute: { Icon: IconAlertTriangle, tone: 'danger' },
  returned: { Icon: IconArrowBackUp, tone: 'info' },
} as const satisfies Record<PaymentStep, unknown>;

/** The icon and colour of a step. A kind that this release does not know has those of `created`. */
const stepIconOf = (kind: string) =>
  kind in STEP_ICONS ? STEP_ICONS[kind as PaymentStep] : STEP_ICONS.created;
const STEP_NAMES: Readonly<Record<string, string>> = texts.steps.names;
const STEP_STATUSES: Readonly<Record<string, string>> = texts.steps.statuses;
const TEXT_CLASSES = 'm-0 wrap-anywhere whitespace-pre-line';

function Step({ step }: { step: PaymentStepEntry }) {
  const { kind, at, amount, status, decline, reference, order } = step;
  const { Icon, tone } = stepIconOf(kind);
  const statusText = STEP_STATUSES[status] ?? status;
  return (
    <li className="group flex gap-3 text-sm">
      <div className="grid grid-rows-[30px_1fr] justify-items-center">
        <span className={clsx('g2-mark w-7.5 border', TONES[tone])}>
          <Icon size={16} stroke={2} aria-hidden />
        </span>
        {/* A vertical line to the next step. */}
        <span className="w-0.5 bg-line group-last:hidden" />
      </div>
      <div className="grid flex-1 gap-0.5 min-w-0 pt-1 pb-3">
        <p className="g2-spread m-0">
          <strong>{STEP_NAMES[kind] ?? kind}</strong>
          {amount !== null && <span className="tabular-nums">{formatCents(amount)}</span>}
        </p>
        <p className="g2-meta">
          {at === null ? texts.steps.unknownTime : formatDateTime(at)}
          {statusText !== '' && ` · ${statusText}`}
        </p>
        {decline !== null && <p className={TEXT_CLASSES}>{declineReason(decline)}</p>}
        {order !== null && (
          <p className={TEXT_CLASSES}>
            {texts.steps.orderedBy(order.orderedByName ?? UNKNOWN)} ·{' '}
            {REFUND_REASON_NAMES[order.reason] ?? order.reason}
            {order.note !== '' && `: ${order.note}`}
          </p>
        )}
        {reference !== '' && <code className="g2-meta wrap-anywhere">{reference}</code>}
      </div>
    </li>
  );
}
