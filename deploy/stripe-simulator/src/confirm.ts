import { type Behaviour, type Card, cardOfParams, cardOfToken, DECLINES, type Decline } from './cards.ts';
import { openDispute } from './disputes.ts';
import { ApiError, invalidRequestError, notFoundError, unexpectedStateError } from './errors.ts';
import { NO_ORIGIN, type Origin } from './event-record.ts';
import { emit } from './events.ts';
import { optionalHash, optionalText, type Params } from './form.ts';
import { newCharge, newPaymentMethod } from './objects.ts';
import { recordPaid } from './paid.ts';
import type { PaymentErrorRecord, PaymentIntentRecord } from './records.ts';
import type { Call, Simulation } from './simulation.ts';
import { voucherOf } from './voucher-input.ts';
import { issueVoucher } from './vouchers.ts';

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * Confirms an intent.
 * @throws ApiError 402 for a declined card (the failed attempt is recorded), 400 when the intent's state does
 * not allow it
 */
export function confirmIntent(sim: Simulation, call: Call, intent: PaymentIntentRecord): PaymentIntentRecord {
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedStateError(refusal(intent), intent);
  const voucher = voucherOf(sim, call.params, intent);
  if (voucher !== null) return issueVoucher(sim, call, intent, voucher);
  const returnUrl = returnUrlOf(call.params);
  const card = cardOf(sim, call.params);
  const { brand, expMonth, expYear, last4 } = card;
  const shown = { brand, exp_month: expMonth, exp_year: expYear, last4 };
  const method = newPaymentMethod({ type: 'card', card: shown }, sim.seconds());
  sim.state.put('method', method);
  sim.state.put('attempt', { id: intent.id, methodId: method.id, behaviour: card.behaviour, settleAt: null });
  const attempted: PaymentIntentRecord = {
    ...intent,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  };
  if (card.behaviour.authenticate) return askForAuthentication(sim, call, attempted, returnUrl);
  const outcome = advance(sim, call.origin, attempted, card.behaviour);
  const error = outcome.last_payment_error;
  if (error !== null) {
    const message = error.message ?? '';
    throw new ApiError(402, { ...error, type: 'card_error', message, payment_intent: outcome });
  }
  return outcome;
}

/** Continues an intent after 3-D Secure, or fails it. Does nothing unless it is in `requires_action`. */
export function finishAuthentication(
  sim: Simulation,
  intentId: string,
  approved: boolean,
): PaymentIntentRecord | null {
  const intent = sim.state.get('intent', intentId);
  const attempt = sim.state.get('attempt', intentId);
  if (intent === undefined || attempt === undefined) return null;
  if (intent.status !== 'requires_action') return intent;
  const next = { ...intent, next_action: null };
  if (approved) return advance(sim, NO_ORIGIN, next, attempt.behaviour);
  return fail(sim, NO_ORIGIN, next, attempt.methodId, DECLINES.authentication_failure, null);
}

/** Completes the payment of an intent in `processing`; does nothing in any other state. */
export function settleProcessing(sim: Simulation, intentId: string): void {
  const intent = sim.state.get('intent', intentId);
  const attempt = sim.state.get('attempt', intentId);
  if (intent?.status !== 'processing' || attempt === undefined) return;
  sim.state.put('attempt', { ...attempt, settleAt: null });
  settle(sim, NO_ORIGIN, intent, attempt.behaviour);
}

function advance(
  sim: Simulation,
  origin: Origin,
  intent: PaymentIntentRecord,
  behaviour: Behaviour,
): PaymentIntentRecord {
  if (sim.hooks.processingMs === 0) return settle(sim, origin, intent, behaviour);
  const settleAt = sim.now() + sim.hooks.processingMs;
  const processing: PaymentIntentRecord = { ...intent, status: 'processing' };
  sim.state.put('intent', processing);
  sim.state.put('attempt', { id: intent.id, methodId: intent.payment_method ?? '', behaviour, settleAt });
  emit(sim, origin, 'payment_intent.processing', processing);
  sim.later(settleAt, () => settleProcessing(sim, intent.id));
  return processing;
}

function settle(
  sim: Simulation,
  origin: Origin,
  intent: PaymentIntentRecord,
  behaviour: Behaviour,
): PaymentIntentRecord {
  const method = sim.state.require('method', intent.payment_method ?? '');
  const decline: Decline | null = behaviour.decline === null ? null : DECLINES[behaviour.decline];
  const charge = newCharge(intent, method, decline, sim.seconds());
  if (decline !== null) {
    sim.state.put('charge', charge);
    emit(sim, origin, 'charge.failed', charge);
    return fail(sim, origin, intent, method.id, decline, charge.id);
  }
  const paid = recordPaid(sim, origin, intent, charge);
  if (behaviour.dispute) openDispute(sim, origin, charge, 'fraudulent');
  return paid;
}

function fail(
  sim: Simulation,
  origin: Origin,
  intent: PaymentIntentRecord,
  methodId: string,
  decline: Decline,
  chargeId: string | null,
): PaymentIntentRecord {
  const authentication = decline === DECLINES.authentication_failure;
  const { en, pt: _pt, ...fields } = decline;
  const error: PaymentErrorRecord = {
    ...fields,
    ...(chargeId === null ? {} : { charge: chargeId }),
    message: en,
    payment_method: sim.state.require('method', methodId),
    type: authentication ? 'invalid_request_error' : 'card_error',
  };
  const failed: PaymentIntentRecord = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: chargeId ?? intent.latest_charge,
    last_payment_error: error,
  };
  sim.state.put('intent', failed);
  emit(sim, origin, 'payment_intent.payment_failed', failed);
  return failed;
}

function askForAuthentication(
  sim: Simulation,
  call: Call,
  intent: PaymentIntentRecord,
  returnUrl: string | null,
): PaymentIntentRecord {
  const page = new URL(`${sim.publicBase()}/_sim/3ds/${intent.id}`);
  page.searchParams.set('client_secret', intent.client_secret ?? '');
  if (returnUrl !== null) page.searchParams.set('return_to', returnUrl);
  const waiting: PaymentIntentRecord = {
    ...intent,
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url: page.href, return_url: returnUrl } },
  };
  sim.state.put('intent', waiting);
  emit(sim, call.origin, 'payment_intent.requires_action', waiting);
  return waiting;
}

function refusal(intent: PaymentIntentRecord): string {
  if (intent.status === 'succeeded') {
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
  }
  return `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
}

function cardOf(sim: Simulation, params: Params): Card {
  const now = new Date(sim.now());
  const token = optionalText(params, 'payment_method');
  if (token !== null) {
    const card = cardOfToken(token, now);
    if (card === null) throw notFoundError('PaymentMethod', token, 'payment_method');
    return card;
  }
  const data = optionalHash(params, 'payment_method_data');
  if (data === null) {
    const message =
      'You cannot confirm this PaymentIntent because it is missing a payment method. Provide a payment method or payment_method_data and try again.';
    throw invalidRequestError(message, { code: 'payment_intent_unexpected_state' });
  }
  const card = optionalHash(data, 'card');
  if (card === null) {
    throw invalidRequestError('Missing required param: payment_method_data[card].', {
      param: 'payment_method_data[card]',
      code: 'parameter_missing',
    });
  }
  return cardOfParams(card, now);
}

function returnUrlOf(params: Params): string | null {
  const returnUrl = optionalText(params, 'return_url');
  if (returnUrl !== null && !/^https?:$/.test(URL.parse(returnUrl)?.protocol ?? '')) {
    throw invalidRequestError('Not a valid URL', { param: 'return_url', code: 'url_invalid' });
  }
  return returnUrl;
}
