import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Decline } from './cards.ts';
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from './records.ts';

/** Version of the pinned SDK; the type check fails when the SDK changes it. */
export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

type NewIntent = Pick<
  PaymentIntentRecord,
  'amount' | 'currency' | 'metadata' | 'description' | 'receipt_email' | 'payment_method_types'
>;

/** Creates a payment intent. `amount` in cents, `created` in seconds. */
export function newPaymentIntent(input: NewIntent, created: number): PaymentIntentRecord {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    ...input,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`),
    created,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
}

type NewMethod = Pick<PaymentMethodRecord, 'type' | 'card' | 'billing_details'>;

export function newPaymentMethod(input: NewMethod, created: number): PaymentMethodRecord {
  return { id: newId('pm'), object: 'payment_method', ...input, created, livemode: false };
}

export function newCharge(
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  decline: Decline | null,
  created: number,
): ChargeRecord {
  const paid = decline === null;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    captured: paid,
    created,
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.en ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: method.type },
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  };
}
