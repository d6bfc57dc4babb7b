import type { PaymentIntentStatus } from '@g2/gateway/contract/provider';
import { adviceOf, declineMessage, type ProviderError } from './card.ts';
import { texts } from './texts.ts';

/** Where a card payment stands (spec §4), plus a bank that has not answered yet. */
export type PaymentState =
  | { readonly name: 'idle' }
  | { readonly name: 'processing' }
  | { readonly name: 'succeeded' }
  /** Paid before this form asked: in another tab, by another hand. */
  | { readonly name: 'already' }
  | { readonly name: 'pending' }
  | { readonly name: 'failed'; readonly reason: string; readonly advice?: string };

/** What the provider's confirmation came to, before the server has looked. */
export type Confirmation =
  | { readonly kind: 'confirmed' }
  /** The intent was no longer to be confirmed: paid meanwhile, perhaps in another tab. By no means a refusal. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'declined'; readonly reason: string; readonly advice?: string };

/** What a provider's error means: refused; or, when the intent is no longer to be confirmed, for the server to read. */
export function confirmationOf(error: ProviderError): Confirmation {
  if (error.code === 'payment_intent_unexpected_state') return { kind: 'elsewhere' };
  return { kind: 'declined', reason: declineMessage(error), advice: adviceOf(error) };
}

/** The state to show for a status the server has read. */
export function stateOf(status: PaymentIntentStatus): PaymentState {
  if (status === 'succeeded') return { name: 'succeeded' };
  if (status === 'processing') return { name: 'pending' };
  return { name: 'failed', reason: texts.errors.failed };
}
