import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import type { Card, Decline } from './cards.ts';
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from './records.ts';

/** Version of the pinned SDK; the type check fails when the SDK changes it. */
export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

export interface VoucherOptions {
  pixSeconds: number;
  boletoDays: number;
}

const NO_BILLING = { address: null, email: null, name: null, phone: null, tax_id: null };
const CHECKS = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' };

export interface NewIntent {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  description: string | null;
  receiptEmail: string | null;
  automaticPaymentMethods: boolean;
  allowRedirects: 'always' | 'never';
  methodTypes: string[];
  options: VoucherOptions;
}

/** `amount` in cents, `created` in seconds. */
export function newPaymentIntent(input: NewIntent, created: number): PaymentIntentRecord {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: input.automaticPaymentMethods
      ? { allow_redirects: input.allowRedirects, enabled: true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created,
    currency: input.currency,
    customer: null,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
      boleto: { expires_after_days: input.options.boletoDays },
      pix: { expires_after_seconds: input.options.pixSeconds, expires_at: null },
    },
    payment_method_types: input.methodTypes,
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

export function newPaymentMethod(card: Card, created: number): PaymentMethodRecord {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: NO_BILLING,
    card: {
      brand: card.brand,
      checks: CHECKS,
      country: 'BR',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: null,
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies PaymentMethodRecord;
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
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'G2 SOFTWARE REGISTRY',
    captured: paid,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.en ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: chargedBy(intent, method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  } satisfies ChargeRecord;
}

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: decline === null ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline === null ? 'approved_by_network' : 'declined_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    seller_message: decline === null ? 'Payment complete.' : 'The bank declined the payment.',
    type: decline === null ? 'authorized' : 'issuer_declined',
  };
}

function chargedBy(
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
): Stripe.Charge.PaymentMethodDetails {
  if (method.type === 'pix') return { type: 'pix', pix: { bank_transaction_id: newId('E') } };
  if (method.type === 'boleto') return { type: 'boleto', boleto: { tax_id: method.boleto?.tax_id ?? '' } };
  return { type: 'card', card: chargedCard(intent, method) };
}

function chargedCard(
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: method.card?.brand ?? null,
    checks: CHECKS,
    country: 'BR',
    electronic_commerce_indicator: null,
    exp_month: method.card?.exp_month ?? 0,
    exp_year: method.card?.exp_year ?? 0,
    fingerprint: null,
    funding: 'credit',
    installments: null,
    last4: method.card?.last4 ?? null,
    mandate: null,
    network: method.card?.brand ?? null,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
