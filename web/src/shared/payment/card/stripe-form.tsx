import type { PaymentConfig } from '@g2/gateway/contract/payments';
import { Loader, Stack } from '@mantine/core';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useColorScheme } from '../../../lib/color-scheme.ts';
import { notify } from '../../../ui/toast-store.ts';
import { declineMessage } from './card.ts';
import { FormActions } from './form-actions.tsx';
import { type CardFormProps, confirmationOf } from './outcome.ts';
import { texts } from './texts.ts';

const notReady = () => notify.error(texts.errors.notReadyTitle, texts.errors.notReady);

/** Form with Stripe's Payment Element; it redirects only if the payment method requires it. */
export function StripeForm({ config, intent, onProcessing, onConfirmed, onError, onCancel }: CardFormProps) {
  const { holder, element, retry } = usePaymentElement(config, intent.clientSecret);
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
    if (invalid !== undefined) return notify.error(texts.errors.failedTitle, declineMessage(invalid));
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
          {element.name === 'broken' && <p className="g2-failure m-0 text-sm">{texts.errors.notReady}</p>}
          <div ref={holder} hidden={element.name === 'broken'} />
        </div>
        <FormActions amount={intent.amount} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

const LOCALE = 'pt-BR';

type PaymentElement =
  | { readonly name: 'loading' | 'broken' }
  | { readonly name: 'ready'; readonly stripe: Stripe; readonly elements: StripeElements };

const LIGHT = { theme: 'stripe' } as const;
const DARK = { theme: 'night' } as const;

/** Mounts Stripe's Payment Element into `holder`. If its script or fields fail to load, `retry` loads them again. */
function usePaymentElement(config: PaymentConfig, clientSecret: string) {
  const holder = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<PaymentElement>({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const appearance = useColorScheme() === 'dark' ? DARK : LIGHT;
  const latest = useRef(appearance);
  const applied = useRef(appearance);

  // A separate effect: a change of colour scheme must not remount the element, which would lose input or a payment.
  useEffect(() => {
    latest.current = appearance;
    if (element.name !== 'ready' || applied.current === appearance) return;
    applied.current = appearance;
    void element.elements.update({ appearance });
  }, [appearance, element]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt mounts anew.
  useEffect(() => {
    let isGone = false;
    let elements: StripeElements | undefined;
    const fail = () => {
      if (isGone) return;
      setElement({ name: 'broken' });
      notReady();
    };
    const mount = async () => {
      const stripe = await loadStripe(config.publishableKey, { locale: LOCALE });
      if (isGone) return;
      if (stripe === null || holder.current === null) return fail();
      applied.current = latest.current;
      elements = stripe.elements({ clientSecret, locale: LOCALE, appearance: applied.current });
      const fields = elements.create('payment');
      fields.on('loaderror', fail);
      fields.mount(holder.current);
      setElement({ name: 'ready', stripe, elements });
    };
    setElement({ name: 'loading' });
    mount().catch(fail);
    return () => {
      isGone = true;
      elements?.getElement('payment')?.destroy();
    };
  }, [config.publishableKey, clientSecret, attempt]);
  return { holder, element, retry: () => setAttempt((n) => n + 1) };
}
