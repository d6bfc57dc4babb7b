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

/** Events for the dialog or page that contains the payment form. */
export interface PaymentCallbacks {
  /** Called once, when the server has confirmed the payment. */
  readonly onSucceeded: () => void;
  /** Called with true while the payment is processed. The enclosing dialog must not be closed then. */
  readonly onBusy: (busy: boolean) => void;
  /** Called when the user continues after the payment, or chooses to pay an open Pix or boleto later. */
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

/** Props of the card forms: that of Stripe and that of the payment simulator. */
export interface CardFormProps {
  readonly config: PaymentConfig;
  readonly intent: Intent;
  readonly onProcessing: () => void;
  readonly onConfirmed: (confirmation: Confirmation) => void;
  /** Called when the provider could not be reached. */
  readonly onError: () => void;
  readonly onCancel: () => void;
}

/** State of a card payment (spec §4). `pending`: the bank has not answered yet. */
export type PaymentState =
  | { readonly name: 'idle' }
  | { readonly name: 'processing' }
  | { readonly name: 'succeeded' }
  /** The intent was already paid, for example in another tab. */
  | { readonly name: 'alreadyPaid' }
  | { readonly name: 'pending' }
  | { readonly name: 'failed'; readonly reason: string; readonly advice?: string | undefined };

/** Result of the confirmation at the provider. The server has not checked it yet. */
export type Confirmation =
  | { readonly kind: 'confirmed' }
  /** The intent can no longer be confirmed, probably because it was paid in another tab. */
  | { readonly kind: 'unconfirmable' }
  | { readonly kind: 'declined'; readonly reason: string; readonly advice?: string };

/** Result of a confirmation that the provider answered with an error. */
export function confirmationOf(error: ProviderError): Confirmation {
  if (error.code === 'payment_intent_unexpected_state') return { kind: 'unconfirmable' };
  return { kind: 'declined', reason: declineMessage(error), advice: adviceOf(error) };
}

export function paymentStateOf(status: PaymentIntentStatus): PaymentState {
  if (status === 'succeeded') return { name: 'succeeded' };
  if (status === 'processing') return { name: 'pending' };
  return { name: 'failed', reason: texts.errors.failed };
}
