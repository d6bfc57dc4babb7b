import { Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react';
import { formatCents } from '../../lib/format.ts';
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

/** What is shown in the place of the form once the payment is on its way. */
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
    return (
      <div className={classes.state} data-tone="failed" role="alert">
        <IconCircleX size={48} stroke={1.5} aria-hidden />
        <p className={classes.stateTitle}>{t.failed}</p>
        <p className={classes.stateNote}>{state.reason}</p>
        <div className={classes.stateActions}>
          <Button variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
          <Button onClick={onRetry}>{t.retry}</Button>
        </div>
      </div>
    );
  }
  const succeeded = state.name === 'succeeded';
  const Icon = succeeded ? IconCircleCheck : IconHourglass;
  return (
    <div className={classes.state} data-tone={state.name} role="status">
      <Icon size={48} stroke={1.5} aria-hidden />
      <p className={classes.stateTitle}>{succeeded ? t.succeeded : t.pending}</p>
      <p className={classes.stateNote}>{succeeded ? t.succeededNote(formatCents(amount)) : t.pendingNote}</p>
      <div className={classes.stateActions}>
        <Button onClick={onContinue}>{t.continue}</Button>
      </div>
    </div>
  );
}
