import type { PaymentConfig } from '@g2/gateway/contract/payments';
import { type CardFields, declineMessage, type ProviderError, parseExpiry } from './card.ts';

export interface Intent {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
  /** Cents. */
  readonly amount: number;
}

export type SimulatorAnswer =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'declined'; readonly reason: string }
  /** The issuer wants 3-D Secure: a page to show in a frame. */
  | { readonly kind: 'action'; readonly url: string };

interface IntentBody {
  readonly status?: string;
  readonly next_action?: { readonly redirect_to_url?: { readonly url?: string } } | null;
  readonly error?: ProviderError;
  readonly last_payment_error?: ProviderError | null;
}

/** Confirms the intent at the provider, as Stripe's own script would. Rejects when it cannot be reached. */
export async function confirmAtSimulator(
  config: PaymentConfig,
  intent: Intent,
  card: CardFields,
): Promise<SimulatorAnswer> {
  const expiry = parseExpiry(card.expiry);
  const body = new URLSearchParams({
    client_secret: intent.clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number.replace(/\D/g, ''),
    'payment_method_data[card][exp_month]': String(expiry?.month ?? ''),
    'payment_method_data[card][exp_year]': String(expiry?.year ?? ''),
    'payment_method_data[card][cvc]': card.cvc.trim(),
    return_url: `${window.location.origin}/dashboard`,
  });
  const response = await fetch(`${config.apiBase}/v1/payment_intents/${intent.paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.publishableKey}` },
    body,
  });
  const answer = (await response.json()) as IntentBody;
  if (!response.ok) return { kind: 'declined', reason: declineMessage(answer.error) };
  const url = answer.next_action?.redirect_to_url?.url;
  if (answer.status === 'requires_action' && url !== undefined) return { kind: 'action', url };
  if (answer.status === 'requires_payment_method') {
    return { kind: 'declined', reason: declineMessage(answer.last_payment_error ?? undefined) };
  }
  return { kind: 'confirmed' };
}
