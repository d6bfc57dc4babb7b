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
  /** Buttons; on a phone, the last one, the next step, is on top. */
  readonly children?: ReactNode;
}

/** State of a payment: an icon, a title, notes and buttons, centred. */
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
      <FailedView title={t.failed} reason={reason} advice={advice} onCancel={onCancel} onRetry={onRetry} />
    );
  }
  return <EndView name={state.name} amount={amount} onContinue={onContinue} />;
}

interface EndViewProps extends Pick<PaymentStateViewProps, 'amount' | 'onContinue'> {
  readonly name: 'succeeded' | 'already' | 'pending';
}

/** End of a payment, after which the user can only go on. */
export function EndView({ name, amount, onContinue }: EndViewProps) {
  const t = texts.state;
  const isPending = name === 'pending';
  const Icon = isPending ? IconHourglass : IconCircleCheck;
  const note = {
    succeeded: t.succeededNote(formatCents(amount)),
    already: t.alreadyNote,
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

interface FailedViewProps extends Pick<PaymentStateViewProps, 'onCancel' | 'onRetry'> {
  readonly title: string;
  readonly reason: string;
  readonly advice?: string | undefined;
}

export function FailedView({ title, reason, advice, onCancel, onRetry }: FailedViewProps) {
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
