import { Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCents } from '../../../lib/format.ts';
import { texts as ui } from '../../../ui/texts.ts';
import type { PaymentState } from './outcome.ts';
import { texts } from './texts.ts';

interface StatePanelProps {
  readonly role: 'status' | 'alert';
  readonly icon: ReactNode;
  readonly title?: string;
  readonly notes: readonly (string | undefined)[];
  /** Buttons. On a phone, the last button is on top. */
  readonly children?: ReactNode;
}

/** Centred panel for the state of a payment: an icon, a title, notes and buttons. */
export function StatePanel({ role, icon, title, notes, children }: StatePanelProps) {
  return (
    <div className="grid justify-items-center gap-1.5 pt-6 px-2 pb-3 text-center" role={role}>
      {icon}
      {title !== undefined && <p className="g2-heading mt-2">{title}</p>}
      {notes.map(
        (note) =>
          note !== undefined && (
            <p key={note} className="m-0 text-muted max-w-[40ch]">
              {note}
            </p>
          ),
      )}
      {children && (
        <div className="g2-actions justify-center w-full mt-5 phone:flex-wrap-reverse">{children}</div>
      )}
    </div>
  );
}

interface PaymentStateViewProps {
  readonly state: PaymentState;
  /** Cents. */
  readonly amount: number;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

/** Shown in place of the card form after the payment has been submitted. */
export function PaymentStateView({ state, amount, onContinue, onCancel, onRetry }: PaymentStateViewProps) {
  const t = texts.state;
  if (state.name === 'idle') return null;
  if (state.name === 'processing') {
    const icon = <Loader size={40} aria-hidden />;
    return <StatePanel role="status" icon={icon} title={t.processing} notes={[t.processingNote]} />;
  }
  if (state.name === 'failed') {
    const { reason, advice } = state;
    return (
      <PaymentFailedView
        title={t.failed}
        reason={reason}
        advice={advice}
        onCancel={onCancel}
        onRetry={onRetry}
      />
    );
  }
  return <PaymentEndView name={state.name} amount={amount} onContinue={onContinue} />;
}

interface PaymentEndViewProps extends Pick<PaymentStateViewProps, 'amount' | 'onContinue'> {
  readonly name: 'succeeded' | 'alreadyPaid' | 'pending';
}

/** Shown at the end of a payment, with a button to continue. */
export function PaymentEndView({ name, amount, onContinue }: PaymentEndViewProps) {
  const t = texts.state;
  const isPending = name === 'pending';
  const Icon = isPending ? IconHourglass : IconCircleCheck;
  const note = {
    succeeded: t.succeededNote(formatCents(amount)),
    alreadyPaid: t.alreadyPaidNote,
    pending: t.pendingNote,
  }[name];
  const colour = isPending ? 'text-warning' : 'text-accent';
  const icon = <Icon className={colour} size={48} stroke={1.5} aria-hidden />;
  return (
    <StatePanel role="status" icon={icon} title={t[name]} notes={[note]}>
      <Button onClick={onContinue}>{t.continue}</Button>
    </StatePanel>
  );
}

interface PaymentFailedViewProps extends Pick<PaymentStateViewProps, 'onCancel' | 'onRetry'> {
  readonly title: string;
  readonly reason: string;
  readonly advice?: string | undefined;
}

export function PaymentFailedView({ title, reason, advice, onCancel, onRetry }: PaymentFailedViewProps) {
  const icon = <IconCircleX className="text-danger" size={48} stroke={1.5} aria-hidden />;
  return (
    <StatePanel role="alert" icon={icon} title={title} notes={[reason, advice]}>
      <Button variant="default" onClick={onCancel}>
        {ui.cancel}
      </Button>
      <Button onClick={onRetry}>{texts.state.retry}</Button>
    </StatePanel>
  );
}
