import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { paymentConfigQuery } from '../api.ts';
import { useLeaveGuard } from '../use-leave-guard.ts';
import classes from './card-payment.module.css';
import { NotReadyView, PaymentStateView } from './payment-state.tsx';
import type { Intent } from './simulator.ts';
import { SimulatorForm } from './simulator-form.tsx';
import { texts } from './texts.ts';
import { useCardPayment } from './use-card-payment.ts';

const StripeForm = lazyWithPreload(
  () => import('./stripe-form.tsx').then((m) => m.StripeForm),
  <Preparing />,
);

interface CardPaymentProps {
  readonly intent: Intent;
  /** The server has confirmed the payment; runs once, before Continuar is pressed. */
  readonly onSucceeded: () => void;
  /** Whether a payment is on its way: what holds the form must not be closed then. */
  readonly onBusy: (busy: boolean) => void;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

/** Card form and its states: idle, processing, succeeded, failed (spec §4). */
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
  // Once it is known how to pay, no failed look at it again takes the form away.
  if (isLoadingError) return <NotReadyView onCancel={onCancel} onRetry={() => void refetch()} />;
  if (config === undefined) return <Preparing />;
  const Form = config.provider === 'stripe' ? StripeForm : SimulatorForm;
  // The form stays mounted while it processes: the issuer's frame and Stripe's fields live in it.
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
