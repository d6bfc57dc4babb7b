import { useState } from 'react';
import { clearToast, notify } from '../../../ui/toast-store.ts';
import { pollPayment } from '../api.ts';
import { type Confirmation, type PaymentState, stateOf } from './outcome.ts';
import type { Intent } from './simulator.ts';
import { texts } from './texts.ts';

/** State of a card payment and its transitions (spec §4). The server's status decides, not the browser's. */
export function useCardPayment(intent: Intent, onSucceeded: () => void) {
  const [state, setState] = useState<PaymentState>({ name: 'idle' });

  const fail = (reason: string, title: string = texts.errors.failedTitle, advice?: string) => {
    setState({ name: 'failed', reason, ...(advice === undefined ? {} : { advice }) });
    notify.error(title, reason);
  };
  const reach = (next: PaymentState) => {
    setState(next);
    if (next.name === 'succeeded' || next.name === 'already') onSucceeded();
  };
  const confirmed = async (confirmation: Confirmation) => {
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
  return { state, process: () => setState({ name: 'processing' }), confirmed, recover, retry };
}
