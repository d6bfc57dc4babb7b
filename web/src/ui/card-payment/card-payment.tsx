import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { paymentConfigQuery, settlePayment } from '../../lib/payments.ts';
import { clearToast, notify } from '../toast-store.ts';
import classes from './card-payment.module.css';
import { type Confirmation, type PaymentState, stateOf } from './outcome.ts';
import { PaymentStateView } from './payment-state.tsx';
import type { Intent } from './simulator.ts';
import { SimulatorForm } from './simulator-form.tsx';
import { texts } from './texts.ts';

const StripeForm = lazy(() => import('./stripe-form.tsx').then((m) => ({ default: m.StripeForm })));

interface CardPaymentProps {
  readonly intent: Intent;
  /** The server has confirmed the payment; runs once, before Continuar is pressed. */
  readonly onSucceeded: () => void;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

/** Card form and its states: idle, processing, succeeded, failed (spec §4). */
export function CardPayment({ intent, onSucceeded, onContinue, onCancel }: CardPaymentProps) {
  const { data: config, isError, refetch } = useQuery(paymentConfigQuery);
  const [state, setState] = useState<PaymentState>({ name: 'idle' });

  const fail = (reason: string) => {
    setState({ name: 'failed', reason });
    notify.error(texts.errors.failedTitle, reason);
  };
  const settle = async (confirmation: Confirmation) => {
    if (confirmation.kind === 'declined') return fail(confirmation.reason);
    try {
      const next = stateOf(await settlePayment(intent.paymentIntentId));
      if (next.name === 'failed') return fail(next.reason);
      setState(next);
      if (next.name === 'succeeded') onSucceeded();
    } catch {
      // The card may have been charged: the server will find out by itself, so this is no refusal.
      setState({ name: 'pending' });
    }
  };
  const unreachable = () => {
    setState({ name: 'failed', reason: texts.errors.unexpected });
    notify.error(texts.errors.unexpectedTitle, texts.errors.unexpected);
  };
  if (isError) {
    return (
      <PaymentStateView
        state={{ name: 'failed', reason: texts.errors.notReady }}
        amount={intent.amount}
        onContinue={onContinue}
        onCancel={onCancel}
        onRetry={() => void refetch()}
      />
    );
  }
  if (config === undefined) return <Preparing />;
  const Form = config.provider === 'stripe' ? StripeForm : SimulatorForm;
  // The form stays mounted while it processes: the issuer's frame and Stripe's fields live in it.
  const showForm = state.name === 'idle' || state.name === 'processing';
  return (
    <>
      {state.name !== 'idle' && (
        <PaymentStateView
          state={state}
          amount={intent.amount}
          onContinue={onContinue}
          onCancel={onCancel}
          onRetry={() => {
            clearToast();
            setState({ name: 'idle' });
          }}
        />
      )}
      {showForm && (
        <div hidden={state.name !== 'idle'}>
          <Suspense fallback={<Preparing />}>
            <Form
              config={config}
              intent={intent}
              onProcessing={() => setState({ name: 'processing' })}
              onConfirmed={(confirmation) => void settle(confirmation)}
              onError={unreachable}
              onCancel={onCancel}
            />
          </Suspense>
        </div>
      )}
    </>
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
