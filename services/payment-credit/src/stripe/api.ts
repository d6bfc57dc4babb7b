import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import Stripe from 'stripe';
import type { Config } from '../config.ts';
import { CURRENCY } from '../domain/intent.ts';
import type { StripeCall } from '../metrics.ts';
import type { OpenIntent, PaymentProvider } from '../payments/provider.ts';
import type { Dispute } from '../refunds/domain/disputes.ts';
import { type CallOptions, RETRIES, stripeCaller, TIMEOUT_MS, withIdempotencyKey } from './call.ts';
import {
  cancelIntent,
  confirmIntent,
  createRefund,
  fromSeconds,
  PAYER_REFUSED,
  refundFacts,
} from './stripe-requests.ts';
import {
  eventFacts,
  intentFacts,
  type StripeEvent,
  type VerifiedWebhook,
  verifyWebhook,
} from './webhook-signature.ts';

/** The intent an event's object belongs to; null without one. */
export type EventSubject = { intentId: string | null };

/** The calls of PaymentProvider, and those that only Stripe's webhooks need. */
export type StripeApi = PaymentProvider & {
  disputesOf(intentId: string): Promise<Dispute[]>;
  charge(id: string): Promise<EventSubject | null>;
  refundOf(id: string): Promise<EventSubject | null>;
  dispute(id: string): Promise<EventSubject | null>;
  /** Stripe's events since a time, oldest first. */
  eventsSince(since: Date, types: readonly string[]): Promise<StripeEvent[]>;
  /** Verifies a webhook's raw body; returns its event, or the reason for refusal. */
  verify(body: Buffer, signature: string): VerifiedWebhook;
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
  const callStripe = stripeCaller(log);
  return {
    livemode: /^(sk|rk)_live_/.test(config.STRIPE_SECRET_KEY),
    ...moneyCalls(stripe, callStripe),
    ...readCalls(stripe, callStripe),
    verify: (body, signature) =>
      verifyWebhook(stripe, config.STRIPE_WEBHOOK_SECRET, clock(), body, signature),
  };
}

type CallStripe = ReturnType<typeof stripeCaller>;

function moneyCalls(
  stripe: Stripe,
  callStripe: CallStripe,
): Pick<StripeApi, 'retrieveIntent' | 'createIntent' | 'issueVoucher' | 'cancelIntent' | 'refund'> {
  const retrieveIntent = async (id: string): Promise<OpenIntent | null> => {
    const intent = await callStripe('retrieve intent', (options) =>
      stripe.paymentIntents.retrieve(id, {}, options),
    );
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
      const made = await withIdempotencyKey(idempotencyKey, (key) =>
        callStripe('create intent', (options) =>
          stripe.paymentIntents.create(params, { ...options, idempotencyKey: key }),
        ),
      );
      if (!made) throw new AppError('unavailable', { retryAfter: 2 });
      return openIntent(made);
    },
    async issueVoucher(it) {
      const shown = await withIdempotencyKey(it.idempotencyKey, (idempotencyKey) =>
        callStripe('confirm intent', (options) => confirmIntent(stripe, { ...it, idempotencyKey }, options), [
          'payment_intent_unexpected_state',
        ]),
      );
      if (shown === 'refused') throw new AppError('invalid-input', { message: PAYER_REFUSED });
      return shown ? openIntent(shown) : retrieveIntent(it.intentId);
    },
    async cancelIntent(id) {
      const cancelled = await callStripe('cancel intent', (options) => cancelIntent(stripe, id, options));
      return cancelled ? intentFacts(cancelled) : ((await retrieveIntent(id))?.facts ?? null);
    },
    async refund(intentId, idempotencyKey) {
      return callStripe(
        'refund',
        (options) => createRefund(stripe, intentId, { ...options, idempotencyKey }),
        ['charge_already_refunded', 'charge_not_refundable'],
      );
    },
  };
}

function readCalls(
  stripe: Stripe,
  callStripe: CallStripe,
): Pick<StripeApi, 'charge' | 'refundOf' | 'refundsOf' | 'dispute' | 'disputesOf' | 'eventsSince'> {
  const readSubject = (what: StripeCall, retrieve: (options: CallOptions) => Promise<WithIntent>) =>
    callStripe(what, async (options) => subjectOf(await retrieve(options)));
  const readList = async <T>(what: StripeCall, list: (options: CallOptions) => AsyncIterable<T>) =>
    (await callStripe(what, (options) => readAllPages(list(options)))) ?? [];
  return {
    charge: (id) => readSubject('retrieve charge', (options) => stripe.charges.retrieve(id, {}, options)),
    refundOf: (id) => readSubject('retrieve refund', (options) => stripe.refunds.retrieve(id, {}, options)),
    dispute: (id) => readSubject('retrieve dispute', (options) => stripe.disputes.retrieve(id, {}, options)),
    async refundsOf(intentId) {
      const params = { payment_intent: intentId, limit: 100 };
      return (await readList('list refunds', (options) => stripe.refunds.list(params, options))).map(
        refundFacts,
      );
    },
    async disputesOf(intentId) {
      const params = { payment_intent: intentId, limit: 100 };
      const all = await readList('list disputes', (options) => stripe.disputes.list(params, options));
      return all.map(({ id, status, amount, created, evidence_details: evidence }) => ({
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
      const all = await readList('list events', (options) => stripe.events.list(params, options));
      return all.map(eventFacts).reverse();
    },
  };
}

async function readAllPages<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

type WithIntent = { payment_intent?: string | { id: string } | null };

const subjectOf = ({ payment_intent: intent }: WithIntent): EventSubject => ({
  intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
});

const openIntent = (intent: Stripe.PaymentIntent): OpenIntent => ({
  facts: intentFacts(intent),
  clientSecret: intent.client_secret ?? '',
});
