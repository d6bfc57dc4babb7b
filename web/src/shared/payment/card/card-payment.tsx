import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { clearToast, notify } from '../../../ui/toast-store.ts';
import { paymentConfigQuery, pollPayment } from '../api.ts';
import { useLeaveGuard } from '../use-leave-guard.ts';
import { type Confirmation, type Intent, type PaymentEvents, type PaymentState, stateOf } from './outcome.ts';
import { FailedView, PaymentStateView, StatePanel } from './payment-state.tsx';
import { SimulatorForm } from './simulator-form.tsx';
import { texts } from './texts.ts';

const StripeForm = lazyWithPreload(
  () => import('./stripe-form.tsx').then((m) => m.StripeForm),
  <Preparing />,
);

/** Card form with its states: idle, processing, succeeded, failed (spec §4). */
export function CardPayment(props: PaymentEvents & { intent: Intent }) {
  const { intent, onSucceeded, onBusy, onContinue, onCancel } = props;
  const { data: config, isLoadingError, errorUpdatedAt, refetch } = useQuery(paymentConfigQuery);
  const { state, process, confirm, recover, retry } = useCardPayment(intent, onSucceeded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt shows a toast, not only the first.
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
    const load = () => void refetch();
    return <FailedView title={notReadyTitle} reason={notReady} onCancel={onCancel} onRetry={load} />;
  }
  if (config === undefined) return <Preparing />;
  const Form = config.provider === 'stripe' ? StripeForm : SimulatorForm;
  // Keep the form mounted while processing: it contains the 3-D Secure frame and Stripe's fields.
  const showForm = state.name === 'idle' || state.name === 'processing';
  return (
    <div ref={box} tabIndex={-1}>
      <PaymentStateView
        state={state}
        amount={intent.amount}
        onContinue={onContinue}
        onCancel={onCancel}
        onRetry={retry}
      />
      {showForm && (
        <div hidden={state.name !== 'idle'}>
          <Form
            config={config}
            intent={intent}
            onProcessing={process}
            onConfirmed={(confirmation) => void confirm(confirmation)}
            onError={() => void recover()}
            onCancel={onCancel}
          />
        </div>
      )}
    </div>
  );
}

export function Preparing() {
  return <StatePanel role="status" icon={<Loader size={32} aria-hidden />} notes={[texts.loading]} />;
}

/** State of a card payment and its transitions (spec §4). The server's status decides, not the browser's. */
function useCardPayment(intent: Intent, onSucceeded: () => void) {
  const [state, setState] = useState<PaymentState>({ name: 'idle' });

  const fail = (reason: string, title: string = texts.errors.failedTitle, advice?: string) => {
    setState({ name: 'failed', reason, advice });
    notify.error(title, reason);
  };
  const reach = (next: PaymentState) => {
    setState(next);
    if (next.name === 'succeeded' || next.name === 'already') onSucceeded();
  };
  const confirm = async (confirmation: Confirmation) => {
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
  return { state, process: () => setState({ name: 'processing' }), confirm, recover, retry };
}
