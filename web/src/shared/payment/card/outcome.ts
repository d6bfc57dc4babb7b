import type { PaymentConfig } from '@g2/gateway/contract/payments';
import type { PaymentIntentStatus } from '@g2/gateway/contract/provider';
import { adviceOf, declineMessage, type ProviderError } from './card.ts';
import { texts } from './texts.ts';

export interface Intent {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
  /** Cents. */
  readonly amount: number;
}

/** Events for the dialog or page that contains a payment. */
export interface PaymentEvents {
  /** The server has confirmed the payment; the user has not yet pressed Continuar. Called once. */
  readonly onSucceeded: () => void;
  /** True while a payment is processing: the enclosing dialog must not be closed then. */
  readonly onBusy: (busy: boolean) => void;
  /** The user goes on: after a successful payment, or to pay an open Pix or boleto later. */
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

/** Props of the forms of Stripe and of the simulator. */
export interface CardFormProps {
  readonly config: PaymentConfig;
  readonly intent: Intent;
  readonly onProcessing: () => void;
  readonly onConfirmed: (confirmation: Confirmation) => void;
  /** Called when the provider could not be reached. */
  readonly onError: () => void;
  readonly onCancel: () => void;
}

/** State of a card payment (spec §4), plus `pending`: the bank has not answered yet. */
export type PaymentState =
  | { readonly name: 'idle' }
  | { readonly name: 'processing' }
  | { readonly name: 'succeeded' }
  /** The intent was already paid, for example in another tab. */
  | { readonly name: 'already' }
  | { readonly name: 'pending' }
  | { readonly name: 'failed'; readonly reason: string; readonly advice?: string | undefined };

/** Result of the confirmation at the provider, before the server has checked it. */
export type Confirmation =
  | { readonly kind: 'confirmed' }
  /** The intent could not be confirmed any more, probably because it was paid in another tab. Not a refusal. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'declined'; readonly reason: string; readonly advice?: string };

/** Meaning of a provider's error: declined, or `elsewhere` if the intent can no longer be confirmed. */
export function confirmationOf(error: ProviderError): Confirmation {
  if (error.code === 'payment_intent_unexpected_state') return { kind: 'elsewhere' };
  return { kind: 'declined', reason: declineMessage(error), advice: adviceOf(error) };
}

export function stateOf(status: PaymentIntentStatus): PaymentState {
  if (status === 'succeeded') return { name: 'succeeded' };
  if (status === 'processing') return { name: 'pending' };
  return { name: 'failed', reason: texts.errors.failed };
}
