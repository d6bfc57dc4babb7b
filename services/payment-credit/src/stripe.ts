import { AppError } from '@g2/kit/errors';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { inSpan, SpanKind } from '@g2/kit/telemetry';
import Stripe from 'stripe';
import type { Config } from './config.ts';
import type { DisputeFacts } from './domain/chargeback.ts';
import { CURRENCY, type IntentFacts } from './domain/intent.ts';
import { type StripeCall, stripeDuration } from './metrics.ts';
import { intentFacts, reduce, type StripeEvent, type Verified, verify } from './stripe-events.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;

export type NewIntent = {
  idempotencyKey: string;
  amount: number;
  metadata: Record<string, string>;
  description: string;
};

/** An intent with the secret the browser confirms it by; the secret is kept nowhere here. */
export type OpenIntent = { facts: IntentFacts; clientSecret: string };

/** Cents refunded of an intent's charge so far. */
export type RefundFacts = { intentId: string | null; refunded: number };

/** Stripe as this service uses it. Absent things are null; trouble of any kind is AppError unavailable. */
export type StripeApi = {
  /** Which kind of keys; objects of the other kind are never ours. */
  readonly livemode: boolean;
  createIntent(it: NewIntent): Promise<OpenIntent>;
  retrieveIntent(id: string): Promise<OpenIntent | null>;
  /** Cancels unless it can no longer be; what it is now, either way. */
  cancelIntent(id: string): Promise<IntentFacts | null>;
  /** Gives all that is left of a payment back; 'disputed' when the bank took the money already. */
  refund(intentId: string, idempotencyKey: string): Promise<'refunded' | 'disputed' | 'failed'>;
  refundsOf(chargeId: string): Promise<RefundFacts | null>;
  disputeOf(disputeId: string): Promise<(DisputeFacts & { intentId: string | null }) | null>;
  /** Events of `types` since a time, oldest first. */
  eventsSince(since: Date, types: readonly string[]): Promise<StripeEvent[]>;
  /** The event of a webhook's raw body, or why it is not Stripe's word of just now. */
  verify(body: Buffer, signature: string): Verified;
};

export function connectStripe(config: Config, clock: Clock, log: Logger): StripeApi {
  const base = config.STRIPE_API_BASE ? new URL(config.STRIPE_API_BASE) : undefined;
  const protocol = base?.protocol === 'http:' ? 'http' : 'https';
  const stripe = new Stripe(config.STRIPE_SECRET_KEY, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base
      ? { host: base.hostname, port: base.port || (protocol === 'http' ? '80' : '443'), protocol }
      : {}),
  });
  const ask = asking(log);
  return {
    livemode: /^(sk|rk)_live_/.test(config.STRIPE_SECRET_KEY),
    ...moneyCalls(stripe, ask),
    ...lookUps(stripe, ask),
    verify: (body, signature) => verify(stripe, config.STRIPE_WEBHOOK_SECRET, clock(), body, signature),
  };
}

type Ask = ReturnType<typeof asking>;

function moneyCalls(
  stripe: Stripe,
  ask: Ask,
): Pick<StripeApi, 'retrieveIntent' | 'createIntent' | 'cancelIntent' | 'refund'> {
  const retrieveIntent = async (id: string): Promise<OpenIntent | null> => {
    const intent = await ask('retrieve intent', () => stripe.paymentIntents.retrieve(id));
    return intent && openIntent(intent);
  };
  return {
    retrieveIntent,
    async createIntent({ idempotencyKey, amount, metadata, description }) {
      const params: Stripe.PaymentIntentCreateParams = {
        amount,
        currency: CURRENCY,
        metadata,
        description,
        allowed_payment_method_types: ['card'],
      };
      const made = await ask('create intent', () => stripe.paymentIntents.create(params, { idempotencyKey }));
      if (!made) throw new AppError('unavailable', { retryAfter: 2 });
      return openIntent(made);
    },
    async cancelIntent(id) {
      const cancelled = await ask('cancel intent', () => stripe.paymentIntents.cancel(id), [
        'payment_intent_unexpected_state',
      ]);
      return cancelled ? intentFacts(cancelled) : ((await retrieveIntent(id))?.facts ?? null);
    },
    async refund(intentId, idempotencyKey) {
      return (await ask('refund', () => refundOnce(stripe, intentId, idempotencyKey))) ?? 'failed';
    },
  };
}

function lookUps(stripe: Stripe, ask: Ask): Pick<StripeApi, 'refundsOf' | 'disputeOf' | 'eventsSince'> {
  return {
    async refundsOf(chargeId) {
      const charge = await ask('retrieve charge', () => stripe.charges.retrieve(chargeId));
      return charge && { intentId: idOf(charge.payment_intent), refunded: charge.amount_refunded };
    },
    async disputeOf(disputeId) {
      const it = await ask('retrieve dispute', () => stripe.disputes.retrieve(disputeId));
      return it && { id: it.id, status: it.status, amount: it.amount, intentId: idOf(it.payment_intent) };
    },
    async eventsSince(since, types) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const all = await ask('list events', async () => {
        const found: StripeEvent[] = [];
        const list = stripe.events.list({ created, types: [...types], limit: 100 });
        for await (const event of list) found.push(reduce(event));
        return found;
      });
      return (all ?? []).reverse();
    },
  };
}

/** Runs a call; `null` when the thing is absent, or for the named codes. Anything else is `unavailable`. */
const asking =
  (log: Logger) =>
  async <T>(what: StripeCall, call: () => Promise<T>, nullCodes: string[] = []): Promise<T | null> => {
    const timer = stripeDuration.startTimer({ call: what });
    try {
      const answer = await inSpan(`stripe ${what}`, SpanKind.CLIENT, { 'peer.service': 'stripe' }, call);
      timer({ outcome: 'ok' });
      return answer;
    } catch (error) {
      const expected =
        error instanceof Stripe.errors.StripeError &&
        (error.code === 'resource_missing' || nullCodes.includes(error.code ?? ''));
      timer({ outcome: expected ? 'ok' : 'failed' });
      if (expected) return null;
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const about = { what, type: error.type, code: error.code, status: error.statusCode };
      if (error instanceof Stripe.errors.StripeConnectionError) log.warn(about, 'stripe is away');
      else log.error({ ...about, stripeRequestId: error.requestId }, 'stripe refused');
      throw new AppError('unavailable', { retryAfter: 2 });
    }
  };

async function refundOnce(
  stripe: Stripe,
  intentId: string,
  idempotencyKey: string,
): Promise<'refunded' | 'disputed' | 'failed'> {
  try {
    const refund = await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey });
    return refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'refunded';
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      if (error.code === 'charge_already_refunded') return 'refunded';
      if (error.code === 'charge_disputed') return 'disputed';
    }
    throw error;
  }
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const openIntent = (intent: Stripe.PaymentIntent): OpenIntent => ({
  facts: intentFacts(intent),
  clientSecret: intent.client_secret ?? '',
});
