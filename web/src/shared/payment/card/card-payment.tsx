import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { clearToast, notify } from '../../../ui/toast-store.ts';
import { paymentConfigQuery, pollPayment } from '../api.ts';
import { useLeaveGuard } from '../use-leave-guard.ts';
import {
  type Confirmation,
  type Intent,
  type PaymentCallbacks,
  type PaymentState,
  paymentStateOf,
} from './outcome.ts';
import { PaymentFailedView, PaymentStateView, StatePanel } from './payment-state.tsx';
import { SimulatorForm } from './simulator-form.tsx';
import { texts } from './texts.ts';

const StripeForm = lazyWithPreload(
  () => import('./stripe-form.tsx').then((module) => module.StripeForm),
  <PreparingPanel />,
);

/** Card form, or the result of the payment (spec §4). */
export function CardPayment(props: PaymentCallbacks & { intent: Intent }) {
  const { intent, onSucceeded, onBusy, onContinue, onCancel } = props;
  const { data: config, isLoadingError, errorUpdatedAt, refetch } = useQuery(paymentConfigQuery);
  const { state, startProcessing, confirm, recover, retry } = useCardPayment(intent, onSucceeded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every failed attempt shows a toast.
  useEffect(() => {
    if (isLoadingError) notify.error(texts.errors.notReadyTitle, texts.errors.notReady);
  }, [isLoadingError, errorUpdatedAt]);
  useLeaveGuard(state.name === 'processing', onBusy);
  const container = useRef<HTMLDivElement>(null);
  const focusedState = useRef(state.name);
  // Moves the focus when the state changes, because the control that had the focus disappears.
  useEffect(() => {
    if (focusedState.current === state.name) return;
    focusedState.current = state.name;
    container.current?.focus();
  }, [state.name]);
  // `isLoadingError` is true only before the first success: a failed refetch must not remove the form.
  if (isLoadingError) {
    const { notReadyTitle, notReady } = texts.errors;
    const reload = () => void refetch();
    return <PaymentFailedView title={notReadyTitle} reason={notReady} onCancel={onCancel} onRetry={reload} />;
  }
  if (config === undefined) return <PreparingPanel />;
  const Form = config.provider === 'stripe' ? StripeForm : SimulatorForm;
  // The form stays mounted during processing, because it contains the 3-D Secure frame and Stripe's fields.
  const isFormMounted = state.name === 'idle' || state.name === 'processing';
  return (
    <div ref={container} tabIndex={-1}>
      <PaymentStateView
        state={state}
        amount={intent.amount}
        onContinue={onContinue}
        onCancel={onCancel}
        onRetry={retry}
      />
      {isFormMounted && (
        <div hidden={state.name !== 'idle'}>
          <Form
            config={config}
            intent={intent}
            onProcessing={startProcessing}
            onConfirmed={(confirmation) => void confirm(confirmation)}
            onError={() => void recover()}
            onCancel={onCancel}
          />
        </div>
      )}
    </div>
  );
}

/** Shown while a payment is being prepared. */
export function PreparingPanel() {
  return <StatePanel role="status" icon={<Loader size={32} aria-hidden />} notes={[texts.loading]} />;
}

/** State of a card payment and its transitions (spec §4). The status at the server decides. */
function useCardPayment(intent: Intent, onSucceeded: () => void) {
  const [state, setState] = useState<PaymentState>({ name: 'idle' });

  const fail = (reason: string, title: string = texts.errors.failedTitle, advice?: string) => {
    setState({ name: 'failed', reason, advice });
    notify.error(title, reason);
  };
  const changeState = (newState: PaymentState) => {
    setState(newState);
    if (newState.name === 'succeeded' || newState.name === 'alreadyPaid') onSucceeded();
  };
  const confirm = async (confirmation: Confirmation) => {
    if (confirmation.kind === 'declined') return fail(confirmation.reason, undefined, confirmation.advice);
    try {
      const newState = paymentStateOf(await pollPayment(intent.paymentIntentId));
      if (newState.name === 'failed') return fail(newState.reason);
      const isAlreadyPaid = newState.name === 'succeeded' && confirmation.kind === 'unconfirmable';
      changeState(isAlreadyPaid ? { name: 'alreadyPaid' } : newState);
    } catch {
      // The card may have been charged, so the payment is shown as pending. The server finds out the result.
      setState({ name: 'pending' });
    }
  };
  /** Called when the provider's answer was lost. The card may have been charged, so the server is asked. */
  const recover = async () => {
    const serverState = await pollPayment(intent.paymentIntentId).then(paymentStateOf, () => null);
    if (serverState !== null && serverState.name !== 'failed') return changeState(serverState);
    fail(texts.errors.unexpected, texts.errors.unexpectedTitle);
  };
  const retry = () => {
    clearToast();
    setState({ name: 'idle' });
  };
  const startProcessing = () => setState({ name: 'processing' });
  return { state, startProcessing, confirm, recover, retry };
}
