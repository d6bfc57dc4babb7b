import type { PaymentConfig } from '@g2/gateway/contract/payments';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import { type ColorScheme, useColorScheme } from '../../../lib/color-scheme.ts';

const LOCALE = 'pt-BR';

export type PaymentElement =
  | { readonly name: 'loading' | 'broken' }
  | { readonly name: 'ready'; readonly stripe: Stripe; readonly elements: StripeElements };

const LIGHT = { theme: 'stripe' } as const;
const DARK = { theme: 'night' } as const;
const appearanceOf = (scheme: ColorScheme) => (scheme === 'dark' ? DARK : LIGHT);

/**
 * Mounts Stripe's Payment Element, in pt-BR, into `holder`. If Stripe's script or its fields fail to load, `onBroken`
 * is called, and `retry` loads them again.
 */
export function usePaymentElement(config: PaymentConfig, clientSecret: string, onBroken: () => void) {
  const holder = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<PaymentElement>({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const appearance = appearanceOf(useColorScheme());
  const wanted = useRef(appearance);
  const applied = useRef(appearance);
  const broken = useRef(onBroken);
  useEffect(() => {
    broken.current = onBroken;
  }, [onBroken]);

  // A separate effect: a change of colour scheme must not remount the element, which would lose input or a payment.
  useEffect(() => {
    wanted.current = appearance;
    if (element.name !== 'ready' || applied.current === appearance) return;
    applied.current = appearance;
    void element.elements.update({ appearance });
  }, [appearance, element]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt mounts anew.
  useEffect(() => {
    let gone = false;
    let elements: StripeElements | undefined;
    const fail = () => {
      if (gone) return;
      setElement({ name: 'broken' });
      broken.current();
    };
    const mount = async () => {
      const stripe = await loadStripe(config.publishableKey, { locale: LOCALE });
      if (gone) return;
      if (stripe === null || holder.current === null) return fail();
      applied.current = wanted.current;
      elements = stripe.elements({ clientSecret, locale: LOCALE, appearance: applied.current });
      const fields = elements.create('payment');
      fields.on('loaderror', fail);
      fields.mount(holder.current);
      setElement({ name: 'ready', stripe, elements });
    };
    setElement({ name: 'loading' });
    mount().catch(fail);
    return () => {
      gone = true;
      elements?.getElement('payment')?.destroy();
    };
  }, [config.publishableKey, clientSecret, attempt]);
  return {
    holder,
    element,
    retry: () => setAttempt((n) => n + 1),
  };
}
