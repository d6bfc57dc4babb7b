import type Stripe from 'stripe';
import { messageInPortuguese } from './cards.ts';
import { confirmIntent } from './confirm.ts';
import { invalidRequestError, notFoundError, unexpectedStateError } from './errors.ts';
import { emit } from './events.ts';
import {
  metadataOf,
  optionalBoolean,
  optionalChoice,
  optionalHash,
  optionalInteger,
  optionalText,
  type Params,
  refuseUnknown,
  requiredText,
  textList,
} from './form.ts';
import { newPaymentIntent } from './objects.ts';
import { METHOD_TYPES, type PaymentIntentRecord } from './records.ts';
import type { Call, Simulation } from './simulation.ts';
import { optionsOf } from './voucher-input.ts';
import { closeVoucher } from './vouchers.ts';

// Stripe's limits for BRL, in cents.
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;
const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;
const CANCELLABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const CONFIRM_PARAMS = [
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'return_url',
  'receipt_email',
  'use_stripe_sdk',
  'client_secret',
  'key',
  'expand',
];
const CREATE_PARAMS = [
  ...CONFIRM_PARAMS,
  'amount',
  'currency',
  'metadata',
  'description',
  'automatic_payment_methods',
  'allowed_payment_method_types',
  'capture_method',
  'confirm',
  'statement_descriptor_suffix',
];

/** `POST /v1/payment_intents`; `confirm=true` also confirms it. */
export function createPaymentIntent(sim: Simulation, call: Call): PaymentIntentRecord {
  const { params } = call;
  refuseRemoved(params);
  refuseUnknown(params, CREATE_PARAMS);
  refuseUnsupported(params);
  const automatic = optionalHash(params, 'automatic_payment_methods');
  const intent = newPaymentIntent(
    {
      amount: amountOf(params),
      currency: currencyOf(params),
      metadata: metadataOf(params),
      description: optionalText(params, 'description'),
      receiptEmail: optionalText(params, 'receipt_email'),
      // Default since API version 2023-08-16.
      automaticPaymentMethods: automatic === null || optionalBoolean(automatic, 'enabled') === true,
      allowRedirects:
        (automatic && optionalChoice(automatic, 'allow_redirects', ['always', 'never'])) ?? 'always',
      methodTypes: methodTypesOf(params),
      options: optionsOf(params),
    },
    sim.seconds(),
  );
  sim.state.put('intent', intent);
  emit(sim, call.origin, 'payment_intent.created', intent);
  return optionalBoolean(params, 'confirm') === true ? confirmIntent(sim, call, intent) : intent;
}

/** `GET /v1/payment_intents/{id}`; a browser must send the client secret. */
export function retrievePaymentIntent(sim: Simulation, call: Call): PaymentIntentRecord {
  const intent = sim.state.get('intent', call.id);
  if (intent === undefined) throw notFoundError('payment_intent', call.id, 'intent');
  if (call.browser && requiredText(call.params, 'client_secret') !== intent.client_secret) {
    const message = 'The client_secret provided does not match the client_secret of this PaymentIntent.';
    throw invalidRequestError(message, { param: 'client_secret', code: 'payment_intent_invalid_parameter' });
  }
  return intent;
}

export function confirmPaymentIntent(sim: Simulation, call: Call): PaymentIntentRecord {
  const intent = retrievePaymentIntent(sim, call);
  refuseUnknown(call.params, CONFIRM_PARAMS);
  return confirmIntent(sim, call, intent);
}

/** Refused once money moves or has moved. */
export function cancelPaymentIntent(sim: Simulation, call: Call): PaymentIntentRecord {
  const intent = retrievePaymentIntent(sim, call);
  refuseUnknown(call.params, ['cancellation_reason', 'expand']);
  const reason = optionalChoice(call.params, 'cancellation_reason', CANCELLATION_REASONS);
  if (!CANCELLABLE.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
    throw unexpectedStateError(message, intent);
  }
  closeVoucher(sim, intent);
  const canceled: PaymentIntentRecord = {
    ...intent,
    status: 'canceled',
    canceled_at: sim.seconds(),
    cancellation_reason: reason,
    next_action: null,
  };
  sim.state.put('intent', canceled);
  emit(sim, call.origin, 'payment_intent.canceled', canceled);
  return canceled;
}

type BrowserIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_details'
  | 'automatic_payment_methods'
  | 'canceled_at'
  | 'cancellation_reason'
  | 'capture_method'
  | 'client_secret'
  | 'confirmation_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'last_payment_error'
  | 'livemode'
  | 'next_action'
  | 'payment_method'
  | 'payment_method_types'
  | 'processing'
  | 'receipt_email'
  | 'setup_future_usage'
  | 'shipping'
  | 'source'
  | 'status'
>;

/** Fields visible with a publishable key: no metadata, no charge. */
export function browserView(intent: PaymentIntentRecord): BrowserIntent {
  const error = intent.last_payment_error;
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    ...(intent.amount_details === undefined ? {} : { amount_details: intent.amount_details }),
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: error && { ...error, message: messageInPortuguese(error.message ?? '') },
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: intent.source,
    status: intent.status,
  };
}

function amountOf(params: Params): number {
  requiredText(params, 'amount');
  const amount = optionalInteger(params, 'amount') ?? 0;
  if (amount < MIN_AMOUNT) {
    const message = 'Amount must be at least R$0.50 brl';
    throw invalidRequestError(message, {
      param: 'amount',
      code: amount < 1 ? 'parameter_invalid_integer' : 'amount_too_small',
    });
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequestError('Amount must be no more than R$999,999.99', {
      param: 'amount',
      code: 'amount_too_large',
    });
  }
  return amount;
}

function currencyOf(params: Params): string {
  const currency = requiredText(params, 'currency').toLowerCase();
  if (currency !== 'brl')
    throw invalidRequestError(`Invalid currency: ${currency}. This account takes brl.`, {
      param: 'currency',
    });
  return currency;
}

function refuseUnsupported(params: Params): void {
  const capture = optionalText(params, 'capture_method') ?? 'automatic';
  if (capture !== 'automatic' && capture !== 'automatic_async') {
    throw invalidRequestError(`The simulator does not capture by ${capture}.`, { param: 'capture_method' });
  }
}

/** Requested methods, else all of the account. */
function methodTypesOf(params: Params): string[] {
  const param = 'allowed_payment_method_types';
  const asked = textList(params, param);
  const other = asked.find((type) => !METHOD_TYPES.some((known) => known === type));
  if (other !== undefined) {
    throw invalidRequestError(`The simulator knows no ${other}, only ${METHOD_TYPES.join(', ')}.`, { param });
  }
  return asked.length > 0 ? asked : [...METHOD_TYPES];
}

/** Removed in API version 2026-09-30.endive. */
function refuseRemoved(params: Params): void {
  if (params.payment_method_types === undefined) return;
  const code = 'payment_method_types_no_longer_supported';
  const message = 'payment_method_types is no longer supported. Use allowed_payment_method_types.';
  throw invalidRequestError(message, { param: 'payment_method_types', code });
}
