import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { clearToast, notify } from '../../../ui/toast-store.ts';
import { paymentConfigQuery, pollPayment } from '../api.ts';
import { useLeaveGuard } from '../use-leave-guard.ts';
import classes from './card-payment.module.css';
import { type Confirmation, type Intent, type PaymentState, stateOf } from './outcome.ts';
import { FailedView, PaymentStateView } from './payment-state.tsx';
import { SimulatorForm } from './simulator-form.tsx';
import { texts } from './texts.ts';

const StripeForm = lazyWithPreload(
  () => import('./stripe-form.tsx').then((m) => m.StripeForm),
  <Preparing />,
);

export interface CardPaymentProps {
  readonly intent: Intent;
  /** Called once when the server has confirmed the payment, before the user presses Continuar. */
  readonly onSucceeded: () => void;
  /** Called with true while a payment is processing: the enclosing dialog must not be closed then. */
  readonly onBusy: (busy: boolean) => void;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

/** Card form with its states: idle, processing, succeeded, failed (spec §4). */
export function CardPayment({ intent, onSucceeded, onBusy, onContinue, onCancel }: CardPaymentProps) {
  const { data: config, isLoadingError, errorUpdatedAt, refetch } = useQuery(paymentConfigQuery);
  const { state, process, confirmed, recover, retry } = useCardPayment(intent, onSucceeded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every failed try is told, not the first alone.
  useEffect(() => {
    if (isLoadingError) notify.error(texts.errors.notReadyTitle, texts.errors.notReady);
  }, [isLoadingError, errorUpdatedAt]);
  useLeaveGuard(state.name === 'processing', onBusy);
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(state.name);
  useEffect(() => {
    if (shown.current === state.name) return;
    shown.current = state.name;
    box.current?.focus();
  }, [state.name]);
  // `isLoadingError` is true only before the first success: a failed refetch must not remove the form.
  if (isLoadingError) {
    const { notReadyTitle, notReady } = texts.errors;
    const again = () => void refetch();
    return <FailedView title={notReadyTitle} reason={notReady} onCancel={onCancel} onRetry={again} />;
  }
  if (config === undefined) return <Preparing />;
  const Form = config.provider === 'stripe' ? StripeForm : SimulatorForm;
  // Keep the form mounted while processing: it contains the 3-D Secure frame and Stripe's fields.
  const showForm = state.name === 'idle' || state.name === 'processing';
  const ways = { onContinue, onCancel, onRetry: retry };
  return (
    <div ref={box} tabIndex={-1}>
      {state.name !== 'idle' && <PaymentStateView state={state} amount={intent.amount} {...ways} />}
      {showForm && (
        <div hidden={state.name !== 'idle'}>
          <Form
            config={config}
            intent={intent}
            onProcessing={process}
            onConfirmed={(confirmation) => void confirmed(confirmation)}
            onError={() => void recover()}
            onCancel={onCancel}
          />
        </div>
      )}
    </div>
  );
}

export function Preparing() {
  return (
    <div className={classes.state} role="status">
      <Loader size={32} aria-hidden />
      <p className={classes.stateNote}>{texts.loading}</p>
    </div>
  );
}

/** State of a card payment and its transitions (spec §4). The server's status decides, not the browser's. */
function useCardPayment(intent: Intent, onSucceeded: () => void) {
  const [state, setState] = useState<PaymentState>({ name: 'idle' });

  const fail = (reason: string, title: string = texts.errors.failedTitle, advice?: string) => {
    setState({ name: 'failed', reason, ...(advice === undefined ? {} : { advice }) });
    notify.error(title, reason);
  };
  const reach = (next: PaymentState) => {
    setState(next);
    if (next.name === 'succeeded' || next.name === 'already') onSucceeded();
  };
  const confirmed = async (confirmation: Confirmation) => {
    if (confirmation.kind === 'declined') return fail(confirmation.reason, undefined, confirmation.advice);
    try {
      const next = stateOf(await pollPayment(intent.paymentIntentId));
      if (next.name === 'failed') return fail(next.reason);
      reach(next.name === 'succeeded' && confirmation.kind === 'elsewhere' ? { name: 'already' } : next);
    } catch {
      // The card may have been charged, and the server will find out: show a pending payment, not a refusal.
      setState({ name: 'pending' });
    }
  };
  /** Called when the provider's answer was lost: the card may have been charged, so ask the server. */
  const recover = async () => {
    const seen = await pollPayment(intent.paymentIntentId).then(stateOf, () => null);
    if (seen !== null && seen.name !== 'failed') return reach(seen);
    fail(texts.errors.unexpected, texts.errors.unexpectedTitle);
  };
  const retry = () => {
    clearToast();
    setState({ name: 'idle' });
  };
  return { state, process: () => setState({ name: 'processing' }), confirmed, recover, retry };
}
