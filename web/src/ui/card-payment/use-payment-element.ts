import type { PaymentConfig } from '@g2/gateway/contract/payments';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState } from 'react';
import { useColorScheme } from '../../lib/color-scheme.ts';

const LOCALE = 'pt-BR';

export type PaymentElement =
  | { readonly name: 'loading' | 'broken' }
  | { readonly name: 'ready'; readonly stripe: Stripe; readonly elements: StripeElements };

/**
 * Mounts Stripe's Payment Element, in pt-BR, where `holder` points. It is broken when Stripe's script or fields do not
 * load; `retry` tries again. `onBroken` is told each time.
 */
export function usePaymentElement(config: PaymentConfig, clientSecret: string, onBroken: () => void) {
  const holder = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<PaymentElement>({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const scheme = useColorScheme();
  const broken = useRef(onBroken);
  useEffect(() => {
    broken.current = onBroken;
  }, [onBroken]);

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
      const appearance = { theme: scheme === 'dark' ? 'night' : 'stripe' } as const;
      elements = stripe.elements({ clientSecret, locale: LOCALE, appearance });
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
  }, [config.publishableKey, clientSecret, scheme, attempt]);
  return {
    holder,
    element,
    retry: () => setAttempt((n) => n + 1),
  };
}
