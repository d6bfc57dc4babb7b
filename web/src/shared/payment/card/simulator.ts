import type { PaymentConfig } from '@g2/gateway/contract/payments';
import { type ProviderIntent, providerIntent } from '@g2/gateway/contract/provider';
import { type CardFields, parseExpiry } from './card.ts';
import { type Confirmation, confirmationOf } from './outcome.ts';
import { texts } from './texts.ts';

const PROVIDER_MS = 30_000;

export interface Intent {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
  /** Cents. */
  readonly amount: number;
}

export type SimulatorAnswer =
  | Confirmation
  /** The issuer requires 3-D Secure: show the page `url` in a frame. */
  | { readonly kind: 'action'; readonly url: string };

/** Confirms the intent at the simulator, as Stripe.js does at Stripe. Rejects if it cannot be reached or read. */
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
    // Without return_url, the issuer's page reports to its parent frame instead of redirecting this page.
  });
  const answer = await ask(config, `${intent.paymentIntentId}/confirm`, { method: 'POST', body });
  const url = answer.next_action?.redirect_to_url?.url;
  if (answer.status === 'requires_action' && url !== undefined) return { kind: 'action', url };
  return verdict(answer);
}

/** Reads the result of 3-D Secure from the provider. Rejects if the provider cannot be reached. */
export async function readAtSimulator(config: PaymentConfig, intent: Intent): Promise<Confirmation> {
  const secret = new URLSearchParams({ client_secret: intent.clientSecret });
  const answer = await ask(config, `${intent.paymentIntentId}?${secret.toString()}`, { method: 'GET' });
  // The 3-D Secure page was closed before it had a result.
  if (answer.status === 'requires_action') return { kind: 'declined', reason: texts.errors.threeDs };
  return verdict(answer);
}

async function ask(config: PaymentConfig, path: string, init: RequestInit): Promise<ProviderIntent> {
  const response = await fetch(`${config.apiBase}/v1/payment_intents/${path}`, {
    ...init,
    // A dead connection must not block the payment dialog for ever.
    signal: AbortSignal.timeout(PROVIDER_MS),
    headers: { authorization: `Bearer ${config.publishableKey}` },
  });
  return providerIntent.parse(await response.json());
}

function verdict(answer: ProviderIntent): Confirmation {
  if (answer.error !== undefined) return confirmationOf(answer.error);
  if (answer.status === 'requires_payment_method') return confirmationOf(answer.last_payment_error ?? {});
  return { kind: 'confirmed' };
}
