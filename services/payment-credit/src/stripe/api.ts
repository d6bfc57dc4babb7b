import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import type { ProviderMethod } from '@g2/terms/payments';
import Stripe from 'stripe';
import type { Config } from '../config.ts';
import { asking, RETRIES, TIMEOUT_MS, underKey } from './ask.ts';
import type { Dispute } from './domain/disputes.ts';
import { CURRENCY, type IntentFacts } from './domain/intent.ts';
import type { Refund } from './domain/refunds.ts';
import {
  cancelOnce,
  confirmOnce,
  fromSeconds,
  type NewVoucher,
  PAYER_REFUSED,
  refundFacts,
  refundOnce,
} from './once.ts';
import { intentFacts, reduce, type StripeEvent, type Verified, verify } from './signed-events.ts';

type NewIntent = {
  idempotencyKey: string;
  method: ProviderMethod;
  amount: number;
  metadata: Record<string, string>;
  description: string;
};

/** `clientSecret` lets the browser confirm the intent; it is never stored. */
export type OpenIntent = { facts: IntentFacts; clientSecret: string };

/** The intent an event's object belongs to; null without one. */
export type About = { intentId: string | null };

/** Stripe calls. Absent objects are null; every other failure is AppError unavailable. */
export type StripeApi = {
  /** Objects of the other mode are never ours. */
  readonly livemode: boolean;
  createIntent(it: NewIntent): Promise<OpenIntent>;
  /**
   * Returns the current state, even if another call confirmed it; null if unknown.
   * @throws AppError invalid-input when Stripe refuses the payer's data
   */
  issueVoucher(it: NewVoucher): Promise<OpenIntent | null>;
  retrieveIntent(id: string): Promise<OpenIntent | null>;
  /** Cancels if possible; returns the current state either way. */
  cancelIntent(id: string): Promise<IntentFacts | null>;
  /** 'disputed': the bank already took the money; null: nothing is left or Stripe cannot refund it. */
  refund(intentId: string, idempotencyKey: string): Promise<Refund | 'disputed' | null>;
  refundsOf(intentId: string): Promise<Refund[]>;
  disputesOf(intentId: string): Promise<Dispute[]>;
  charge(id: string): Promise<About | null>;
  refundOf(id: string): Promise<About | null>;
  dispute(id: string): Promise<About | null>;
  /** Oldest first. */
  eventsSince(since: Date, types: readonly string[]): Promise<StripeEvent[]>;
  /** Verifies a webhook's raw body; returns its event, or the reason for refusal. */
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
): Pick<StripeApi, 'retrieveIntent' | 'createIntent' | 'issueVoucher' | 'cancelIntent' | 'refund'> {
  const retrieveIntent = async (id: string): Promise<OpenIntent | null> => {
    const intent = await ask('retrieve intent', (options) => stripe.paymentIntents.retrieve(id, {}, options));
    return intent && openIntent(intent);
  };
  return {
    retrieveIntent,
    async createIntent({ idempotencyKey, method, amount, metadata, description }) {
      const params: Stripe.PaymentIntentCreateParams = {
        amount,
        currency: CURRENCY,
        metadata,
        description,
        allowed_payment_method_types: [method],
      };
      const made = await underKey(idempotencyKey, (key) =>
        ask('create intent', (options) =>
          stripe.paymentIntents.create(params, { ...options, idempotencyKey: key }),
        ),
      );
      if (!made) throw new AppError('unavailable', { retryAfter: 2 });
      return openIntent(made);
    },
    async issueVoucher(it) {
      const shown = await underKey(it.idempotencyKey, (idempotencyKey) =>
        ask('confirm intent', (options) => confirmOnce(stripe, { ...it, idempotencyKey }, options), [
          'payment_intent_unexpected_state',
        ]),
      );
      if (shown === 'refused') throw new AppError('invalid-input', { message: PAYER_REFUSED });
      return shown ? openIntent(shown) : retrieveIntent(it.intentId);
    },
    async cancelIntent(id) {
      const cancelled = await ask('cancel intent', (options) => cancelOnce(stripe, id, options));
      return cancelled ? intentFacts(cancelled) : ((await retrieveIntent(id))?.facts ?? null);
    },
    async refund(intentId, idempotencyKey) {
      return ask('refund', (options) => refundOnce(stripe, intentId, { ...options, idempotencyKey }), [
        'charge_already_refunded',
        'charge_not_refundable',
      ]);
    },
  };
}

function lookUps(
  stripe: Stripe,
  ask: Ask,
): Pick<StripeApi, 'charge' | 'refundOf' | 'refundsOf' | 'dispute' | 'disputesOf' | 'eventsSince'> {
  return {
    charge: (id) =>
      ask('retrieve charge', async (options) => about(await stripe.charges.retrieve(id, {}, options))),
    refundOf: (id) =>
      ask('retrieve refund', async (options) => about(await stripe.refunds.retrieve(id, {}, options))),
    dispute: (id) =>
      ask('retrieve dispute', async (options) => about(await stripe.disputes.retrieve(id, {}, options))),
    async refundsOf(intentId) {
      const params = { payment_intent: intentId, limit: 100 };
      const all = await ask('list refunds', (options) => all100(stripe.refunds.list(params, options)));
      return (all ?? []).map(refundFacts);
    },
    async disputesOf(intentId) {
      const params = { payment_intent: intentId, limit: 100 };
      const all = await ask('list disputes', (options) => all100(stripe.disputes.list(params, options)));
      return (all ?? []).map(({ id, status, amount, created, evidence_details: evidence }) => ({
        id,
        status,
        amount,
        createdAt: fromSeconds(created),
        dueBy: evidence.due_by === null ? null : fromSeconds(evidence.due_by),
      }));
    },
    async eventsSince(since, types) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const params = { created, types: [...types], limit: 100 };
      const all = await ask('list events', (options) => all100(stripe.events.list(params, options)));
      return (all ?? []).map(reduce).reverse();
    },
  };
}

async function all100<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

const about = (it: { payment_intent?: string | { id: string } | null }): About => ({
  intentId: idOf(it.payment_intent ?? null),
});

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const openIntent = (intent: Stripe.PaymentIntent): OpenIntent => ({
  facts: intentFacts(intent),
  clientSecret: intent.client_secret ?? '',
});
