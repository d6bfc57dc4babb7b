import { messageInPortuguese } from './cards.ts';
import { confirmIntent } from './confirm.ts';
import { invalidRequestError, notFoundError, unexpectedStateError } from './errors.ts';
import { emit } from './events.ts';
import {
  metadataOf,
  optionalBoolean,
  optionalChoice,
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
];

/** `POST /v1/payment_intents`; `confirm=true` also confirms it. */
export function createPaymentIntent(sim: Simulation, call: Call): PaymentIntentRecord {
  const { params } = call;
  refuseUnknown(params, CREATE_PARAMS);
  optionalChoice(params, 'capture_method', ['automatic', 'automatic_async']);
  const intent = newPaymentIntent(
    {
      amount: amountOf(params),
      currency: currencyOf(params),
      metadata: metadataOf(params),
      description: optionalText(params, 'description'),
      receipt_email: optionalText(params, 'receipt_email'),
      payment_method_types: methodTypesOf(params),
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

/** Cancels an intent. Refused when its payment has started or is completed. */
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

/** Fields of an intent that a publishable key may read: without metadata and charge. */
export function browserView({
  amount_received: _received,
  latest_charge: _charge,
  metadata: _metadata,
  ...visible
}: PaymentIntentRecord): object {
  const { last_payment_error: error } = visible;
  return {
    ...visible,
    last_payment_error: error && { ...error, message: messageInPortuguese(error.message ?? '') },
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

/** The requested payment methods, or all that the simulator supports. */
function methodTypesOf(params: Params): string[] {
  const param = 'allowed_payment_method_types';
  const values = textList(params, param);
  const other = values.find((type) => !METHOD_TYPES.some((known) => known === type));
  if (other !== undefined) {
    throw invalidRequestError(`The simulator knows no ${other}, only ${METHOD_TYPES.join(', ')}.`, { param });
  }
  return values.length > 0 ? values : [...METHOD_TYPES];
}
