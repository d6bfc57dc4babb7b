import type { PaymentConfig } from '@g2/gateway/contract/payments';
import { Loader, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { notify } from '../../../ui/toast-store.ts';
import { declineMessage } from './card.ts';
import classes from './card-payment.module.css';
import { FormActions } from './form-parts.tsx';
import { type Confirmation, confirmationOf } from './outcome.ts';
import type { Intent } from './simulator.ts';
import { texts } from './texts.ts';
import { usePaymentElement } from './use-payment-element.ts';

interface StripeFormProps {
  readonly config: PaymentConfig;
  readonly intent: Intent;
  readonly onProcessing: () => void;
  readonly onConfirmed: (confirmation: Confirmation) => void;
  readonly onError: () => void;
  readonly onCancel: () => void;
}

const notReady = () => notify.error(texts.errors.notReadyTitle, texts.errors.notReady);

/** Form with Stripe's Payment Element; it redirects only if the payment method requires it. */
export function StripeForm({
  config,
  intent,
  onProcessing,
  onConfirmed,
  onError,
  onCancel,
}: StripeFormProps) {
  const { holder, element, retry } = usePaymentElement(config, intent.clientSecret, notReady);
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    if (element.name !== 'ready') {
      notReady();
      if (element.name === 'broken') retry();
      return;
    }
    const { stripe, elements } = element;
    // On invalid input, Stripe's fields show their errors, so the form must stay visible.
    const { error: invalid } = await elements.submit();
    if (invalid !== undefined) {
      notify.error(texts.errors.failedTitle, declineMessage(invalid));
      return;
    }
    onProcessing();
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/dashboard` },
      redirect: 'if_required',
    });
    onConfirmed(error === undefined ? { kind: 'confirmed' } : confirmationOf(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    confirm()
      .catch(onError)
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div>
          {element.name === 'loading' && <Loader size="sm" aria-label={texts.loading} />}
          {element.name === 'broken' && <p className={classes.broken}>{texts.errors.notReady}</p>}
          <div ref={holder} hidden={element.name === 'broken'} />
        </div>
        <FormActions amount={intent.amount} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
