import Stripe from 'stripe';
import type { Decline, IntentFacts, Voucher } from '../domain/intent.ts';

/** Accepted age and clock skew of a webhook's timestamp, seconds. */
const TOLERANCE_S = 300;
const CLOCK_SKEW_S = 30;

/** The stored fields of a Stripe event; no personal data. */
export type StripeEvent = {
  id: string;
  type: string;
  livemode: boolean;
  createdAt: Date;
  objectId: string;
  intentId: string | null;
  /** The event's copy of the payment intent; only compared with our row. */
  intent: IntentFacts | null;
};

/** `refusal`: the reason in pt-BR, for admins. */
export type VerifiedWebhook = { event: StripeEvent } | { refusal: string };

export const UNSIGNED = 'Sem assinatura do Stripe';
const FORGED = 'Assinatura inválida: outro segredo, ou conteúdo alterado';
const STALE = `Assinatura vencida: feita há mais de ${TOLERANCE_S} s`;
const IN_FUTURE = 'Assinatura com data no futuro';
const NOT_AN_EVENT = 'O conteúdo assinado não é um evento do Stripe';

/** Verifies a raw webhook body as Stripe documents; also refuses future timestamps. */
export function verifyWebhook(
  stripe: Stripe,
  secret: string,
  now: Date,
  body: Buffer,
  signature: string,
): VerifiedWebhook {
  const stamps = signature.split(',').filter((part) => part.startsWith('t='));
  if (stamps.length !== 1) return { refusal: FORGED };
  const age = now.getTime() / 1000 - Number(stamps[0]?.slice(2));
  try {
    // Tolerance 0 disables Stripe's age check. The code below checks the age, to give it its own message.
    const event = stripe.webhooks.constructEvent(body, signature, secret, 0, undefined, now.getTime());
    if (!(age <= TOLERANCE_S)) return { refusal: STALE };
    if (age < -CLOCK_SKEW_S) return { refusal: IN_FUTURE };
    return isEvent(event) ? { event: eventFacts(event) } : { refusal: NOT_AN_EVENT };
  } catch (error) {
    return {
      refusal: error instanceof Stripe.errors.StripeSignatureVerificationError ? FORGED : NOT_AN_EVENT,
    };
  }
}

const EVENT_TYPE = /^[a-z_]+(\.[a-z_]+){1,4}$/;
const isEventType = (it: unknown): it is string =>
  typeof it === 'string' && it.length <= 80 && EVENT_TYPE.test(it);

const isEvent = (it: Stripe.Event): boolean =>
  /^\w{1,255}$/.test(it.id) && isEventType(it.type) && Number.isSafeInteger(it.created) && it.created < 1e11;

export function eventFacts(event: Stripe.Event): StripeEvent {
  const object: object = event.data.object;
  const intent = isIntent(object) ? intentFacts(object) : null;
  const reference = 'payment_intent' in object ? object.payment_intent : null;
  return {
    id: event.id,
    type: event.type,
    livemode: event.livemode,
    createdAt: new Date(event.created * 1000),
    objectId: 'id' in object && typeof object.id === 'string' ? object.id : '',
    intentId: intent?.id ?? (typeof reference === 'string' ? reference : null),
    intent,
  };
}

const isIntent = (object: object): object is Stripe.PaymentIntent =>
  'object' in object && object.object === 'payment_intent';

export const intentFacts = (intent: Stripe.PaymentIntent): IntentFacts => ({
  id: intent.id,
  status: intent.status,
  amount: intent.amount,
  amountReceived: intent.amount_received,
  currency: intent.currency,
  livemode: intent.livemode,
  metadata: intent.metadata ?? {},
  decline: declineOf(intent.last_payment_error),
  voucher: voucherOf(intent.next_action),
});

function voucherOf(next: Stripe.PaymentIntent.NextAction | null): Voucher | null {
  const { pix_display_qr_code: pix, boleto_display_details: boleto } = next ?? {};
  if (pix?.data !== undefined) {
    const { data: code, expires_at: until, hosted_instructions_url: url = null } = pix;
    return { method: 'pix', code, expiresAt: timeOf(until), url, pdf: null };
  }
  if (!boleto?.number) return null;
  const { number: code, expires_at: until, hosted_voucher_url: url, pdf } = boleto;
  return { method: 'boleto', code, expiresAt: timeOf(until), url, pdf };
}

const timeOf = (seconds: number | null | undefined): Date | null =>
  seconds ? new Date(seconds * 1_000) : null;

const DECLINE_CODE_MAX = 100;
const DECLINE_MESSAGE_MAX = 300;

function declineOf(error: Stripe.PaymentIntent.LastPaymentError | null): Decline | null {
  if (!error) return null;
  const code = error.decline_code ?? error.code ?? error.type;
  const message = (error.message ?? '').slice(0, DECLINE_MESSAGE_MAX).toWellFormed();
  return { code: code.slice(0, DECLINE_CODE_MAX), message };
}

/** Claims of an unsigned body: untrusted, so only harmless strings are kept. */
export function unverifiedClaims(body: unknown): { eventType: string; paymentIntentId: string | null } {
  const claims = Buffer.isBuffer(body) ? parsed(body) : undefined;
  const type = memberOf(claims, 'type');
  const object = memberOf(memberOf(claims, 'data'), 'object');
  const ids = [memberOf(object, 'id'), memberOf(object, 'payment_intent')];
  return {
    eventType: isEventType(type) ? type : 'unknown',
    paymentIntentId:
      ids.filter((id) => typeof id === 'string').find((id) => /^pi_\w{1,80}$/.test(id)) ?? null,
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Object.entries(of).find(([key]) => key === name)?.[1] : undefined;
