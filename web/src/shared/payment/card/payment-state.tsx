import { Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react';
import { formatCents } from '../../../lib/format.ts';
import { texts as ui } from '../../../ui/texts.ts';
import classes from './card-payment.module.css';
import type { PaymentState } from './outcome.ts';
import { texts } from './texts.ts';

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
    return (
      <div className={classes.state} role="status">
        <Loader size={40} aria-hidden />
        <p className={classes.stateTitle}>{t.processing}</p>
        <p className={classes.stateNote}>{t.processingNote}</p>
      </div>
    );
  }
  if (state.name === 'failed') {
    const { reason, advice } = state;
    return (
      <FailedView title={t.failed} reason={reason} advice={advice} onCancel={onCancel} onRetry={onRetry} />
    );
  }
  const { title, note } = {
    succeeded: { title: t.succeeded, note: t.succeededNote(formatCents(amount)) },
    already: { title: t.already, note: t.alreadyNote },
    pending: { title: t.pending, note: t.pendingNote },
  }[state.name];
  const Icon = state.name === 'pending' ? IconHourglass : IconCircleCheck;
  return (
    <div
      className={classes.state}
      data-tone={state.name === 'already' ? 'succeeded' : state.name}
      role="status"
    >
      <Icon size={48} stroke={1.5} aria-hidden />
      <p className={classes.stateTitle}>{title}</p>
      <p className={classes.stateNote}>{note}</p>
      <div className={classes.stateActions}>
        <Button onClick={onContinue}>{t.continue}</Button>
      </div>
    </div>
  );
}

interface FailedViewProps {
  readonly title: string;
  readonly reason: string;
  readonly advice?: string | undefined;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

export function FailedView({ title, reason, advice, onCancel, onRetry }: FailedViewProps) {
  return (
    <div className={classes.state} data-tone="failed" role="alert">
      <IconCircleX size={48} stroke={1.5} aria-hidden />
      <p className={classes.stateTitle}>{title}</p>
      <p className={classes.stateNote}>{reason}</p>
      {advice !== undefined && <p className={classes.stateNote}>{advice}</p>}
      <div className={classes.stateActions}>
        <Button variant="default" onClick={onCancel}>
          {ui.cancel}
        </Button>
        <Button onClick={onRetry}>{texts.state.retry}</Button>
      </div>
    </div>
  );
}
