import type { PaymentConfig } from '@g2/gateway/contract/payments';
import { Loader, Stack } from '@mantine/core';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useColorScheme } from '../../lib/color-scheme.ts';
import { notify } from '../toast-store.ts';
import { declineMessage } from './card.ts';
import { FormActions } from './form-parts.tsx';
import type { Confirmation } from './outcome.ts';
import type { Intent } from './simulator.ts';
import { texts } from './texts.ts';

interface StripeFormProps {
  readonly config: PaymentConfig;
  readonly intent: Intent;
  readonly onProcessing: () => void;
  readonly onConfirmed: (confirmation: Confirmation) => void;
  readonly onError: () => void;
  readonly onCancel: () => void;
}

interface Mounted {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
}

/** Stripe's Payment Element, in pt-BR; leaves the page only when the payment method asks for it. */
export function StripeForm({
  config,
  intent,
  onProcessing,
  onConfirmed,
  onError,
  onCancel,
}: StripeFormProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [mounted, setMounted] = useState<Mounted | null>(null);
  const scheme = useColorScheme();

  useEffect(() => {
    let gone = false;
    let elements: StripeElements | undefined;
    const mount = async () => {
      const stripe = await loadStripe(config.publishableKey, { locale: 'pt-BR' });
      if (gone || stripe === null || holder.current === null) return;
      elements = stripe.elements({
        clientSecret: intent.clientSecret,
        appearance: { theme: scheme === 'dark' ? 'night' : 'stripe' },
      });
      elements.create('payment').mount(holder.current);
      setMounted({ stripe, elements });
    };
    mount().catch(() => notify.error(texts.errors.notReadyTitle, texts.errors.notReady));
    return () => {
      gone = true;
      elements?.getElement('payment')?.destroy();
    };
  }, [config.publishableKey, intent.clientSecret, scheme]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (mounted === null) {
      notify.error(texts.errors.notReadyTitle, texts.errors.notReady);
      return;
    }
    onProcessing();
    try {
      const { error } = await mounted.stripe.confirmPayment({
        elements: mounted.elements,
        confirmParams: { return_url: `${window.location.origin}/dashboard` },
        redirect: 'if_required',
      });
      onConfirmed(
        error === undefined
          ? { kind: 'confirmed' }
          : { kind: 'declined', reason: error.message ?? declineMessage(error) },
      );
    } catch {
      onError();
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <div ref={holder}>{mounted === null && <Loader size="sm" aria-label={texts.loading} />}</div>
        <FormActions amount={intent.amount} onCancel={onCancel} disabled={mounted === null} />
      </Stack>
    </form>
  );
}
