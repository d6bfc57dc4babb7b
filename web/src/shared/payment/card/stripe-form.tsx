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

const notifyNotReady = () => notify.error(texts.errors.notReadyTitle, texts.errors.notReady);

/** Card form with Stripe's Payment Element. */
export function StripeForm({ config, intent, onProcessing, onConfirmed, onError, onCancel }: CardFormProps) {
  const { mountPoint, elementState, retry } = usePaymentElement(config, intent.clientSecret);
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    if (elementState.name !== 'ready') {
      notifyNotReady();
      if (elementState.name === 'broken') retry();
      return;
    }
    const { stripe, elements } = elementState;
    // If the input is invalid, Stripe's fields show the errors, so the form must stay visible.
    const { error: inputError } = await elements.submit();
    if (inputError !== undefined) {
      return notify.error(texts.errors.failedTitle, declineMessage(inputError));
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
          {elementState.name === 'loading' && <Loader size="sm" aria-label={texts.loading} />}
          {elementState.name === 'broken' && (
            <p className="g2-failure m-0 text-sm">{texts.errors.notReady}</p>
          )}
          <div ref={mountPoint} hidden={elementState.name === 'broken'} />
        </div>
        <FormActions amount={intent.amount} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

const LOCALE = 'pt-BR';

type PaymentElementState =
  | { readonly name: 'loading' | 'broken' }
  | { readonly name: 'ready'; readonly stripe: Stripe; readonly elements: StripeElements };

const LIGHT = { theme: 'stripe' } as const;
const DARK = { theme: 'night' } as const;

/** Mounts Stripe's Payment Element into `mountPoint`. `retry` loads its script and fields again after a failure. */
function usePaymentElement(config: PaymentConfig, clientSecret: string) {
  const mountPoint = useRef<HTMLDivElement>(null);
  const [elementState, setElementState] = useState<PaymentElementState>({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const appearance = useColorScheme() === 'dark' ? DARK : LIGHT;
  const latestAppearance = useRef(appearance);
  const appliedAppearance = useRef(appearance);

  // This effect is separate, because a change of colour scheme must not remount the element, which would lose input.
  useEffect(() => {
    latestAppearance.current = appearance;
    if (elementState.name !== 'ready' || appliedAppearance.current === appearance) return;
    appliedAppearance.current = appearance;
    void elementState.elements.update({ appearance });
  }, [appearance, elementState]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt mounts the element again.
  useEffect(() => {
    let isUnmounted = false;
    let elements: StripeElements | undefined;
    const fail = () => {
      if (isUnmounted) return;
      setElementState({ name: 'broken' });
      notifyNotReady();
    };
    const mount = async () => {
      const stripe = await loadStripe(config.publishableKey, { locale: LOCALE });
      if (isUnmounted) return;
      if (stripe === null || mountPoint.current === null) return fail();
      appliedAppearance.current = latestAppearance.current;
      elements = stripe.elements({ clientSecret, locale: LOCALE, appearance: appliedAppearance.current });
      const paymentElement = elements.create('payment');
      paymentElement.on('loaderror', fail);
      paymentElement.mount(mountPoint.current);
      setElementState({ name: 'ready', stripe, elements });
    };
    setElementState({ name: 'loading' });
    mount().catch(fail);
    return () => {
      isUnmounted = true;
      elements?.getElement('payment')?.destroy();
    };
  }, [config.publishableKey, clientSecret, attempt]);
  return { mountPoint, elementState, retry: () => setAttempt((previous) => previous + 1) };
}
