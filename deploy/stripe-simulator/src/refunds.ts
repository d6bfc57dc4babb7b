import type { Behaviour } from './cards.ts';
import { invalidRequestError, notFoundError } from './errors.ts';
import { NO_ORIGIN } from './event-record.ts';
import { emit } from './events.ts';
import { metadataOf, optionalChoice, optionalInteger, refuseUnknown, requiredText } from './form.ts';
import { newId } from './objects.ts';
import { paidCharge } from './paid.ts';
import type { ChargeRecord, RefundRecord } from './records.ts';
import type { Call, Simulation } from './simulation.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
const PARAMS = ['payment_intent', 'amount', 'reason', 'metadata', 'expand'];

/**
 * Refunds a payment. `amount` in cents; default: the part not yet refunded.
 * @throws ApiError 400 `charge_already_refunded`, `charge_disputed`, `charge_not_refundable`, or for more than is left
 */
export function createRefund(sim: Simulation, call: Call): RefundRecord {
  const { params } = call;
  refuseUnknown(params, PARAMS);
  const metadata = metadataOf(params);
  const reason = optionalChoice(params, 'reason', REASONS);
  const intentId = requiredText(params, 'payment_intent');
  const unpaid = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  const charge = paidCharge(sim, intentId, unpaid);
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequestError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  refuseByMethod(sim, charge);
  if (hasOpenOrLostDispute(sim, charge)) {
    const message = `The charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequestError(message, { code: 'charge_disputed' });
  }
  const amount = optionalInteger(params, 'amount') ?? left;
  if (amount < 1)
    throw invalidRequestError('Invalid positive integer', {
      param: 'amount',
      code: 'parameter_invalid_integer',
    });
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw invalidRequestError(message, { param: 'amount' });
  }
  return recordRefund(sim, call, charge, { amount, reason, metadata });
}

type RefundInput = Pick<RefundRecord, 'amount' | 'reason' | 'metadata'>;

/**
 * Completes a pending refund, or fails a refund, even after success, and restores the charge. Does nothing
 * when the refund has this status already.
 * @throws ApiError 404 for an unknown refund, 400 for one that has failed
 */
export function completeOrFailRefund(
  sim: Simulation,
  id: string,
  status: 'succeeded' | 'failed',
): RefundRecord {
  const refund = sim.state.get('refund', id);
  if (refund === undefined) throw notFoundError('refund', id, 'id');
  if (refund.status === status) return refund;
  if (refund.status === 'failed') throw invalidRequestError('This refund has failed already.');
  const previous = { status: refund.status };
  if (status === 'succeeded') {
    const arrived: RefundRecord = { ...refund, status };
    sim.state.put('refund', arrived);
    emit(sim, NO_ORIGIN, 'refund.updated', arrived, previous);
    emit(sim, NO_ORIGIN, 'charge.refund.updated', arrived, previous);
    return arrived;
  }
  const failed: RefundRecord = { ...refund, status, failure_reason: 'expired_or_canceled_card' };
  sim.state.put('refund', failed);
  const charge = sim.state.get('charge', refund.charge);
  if (charge !== undefined) {
    const left = charge.amount_refunded - refund.amount;
    sim.state.put('charge', { ...charge, amount_refunded: left, refunded: false });
  }
  emit(sim, NO_ORIGIN, 'refund.updated', failed, previous);
  emit(sim, NO_ORIGIN, 'refund.failed', failed, previous);
  emit(sim, NO_ORIGIN, 'charge.refund.updated', failed, previous);
  return failed;
}

export function runRefundPlan(sim: Simulation, id: string): void {
  const plan = sim.state.get('refundPlan', id);
  const refund = sim.state.get('refund', id);
  if (plan !== undefined && refund !== undefined && refund.status !== 'failed') {
    completeOrFailRefund(sim, id, plan.status);
  }
}

/** Schedules the later result of a refund, if the card that paid is a test card for that. */
function scheduleRefundResult(sim: Simulation, refund: RefundRecord, behaviour: Behaviour['refund']): void {
  if (behaviour === undefined) return;
  const at = sim.now() + sim.hooks.refundMs;
  const status = behaviour === 'pending' ? 'succeeded' : 'failed';
  sim.state.put('refundPlan', { id: refund.id, status, at });
  sim.later(at, () => runRefundPlan(sim, refund.id));
}

function recordRefund(sim: Simulation, call: Call, charge: ChargeRecord, input: RefundInput): RefundRecord {
  const behaviour = sim.state.get('attempt', charge.payment_intent)?.behaviour.refund;
  const refund: RefundRecord = {
    id: newId('re'),
    object: 'refund',
    ...input,
    charge: charge.id,
    created: sim.seconds(),
    currency: charge.currency,
    destination_details: { type: charge.payment_method_details.type },
    payment_intent: charge.payment_intent,
    status: behaviour === 'pending' ? 'pending' : 'succeeded',
  };
  const refunded = charge.amount_refunded + refund.amount;
  const changed: ChargeRecord = {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  };
  sim.state.put('refund', refund);
  sim.state.put('charge', changed);
  scheduleRefundResult(sim, refund, behaviour);
  emit(sim, call.origin, 'refund.created', refund);
  emit(sim, call.origin, 'charge.refunded', changed, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  return refund;
}

// Time in which Pix payments can be refunded: https://docs.stripe.com/payments/pix#refunds
const PIX_REFUND_S = 90 * 24 * 3_600;

/** Refuses refunds of boletos, and of Pix after 90 days (https://docs.stripe.com/payments/boleto#refunds). */
function refuseByMethod(sim: Simulation, charge: ChargeRecord): void {
  const type = charge.payment_method_details.type;
  const late = type === 'pix' && sim.seconds() - charge.created > PIX_REFUND_S;
  if (type !== 'boleto' && !late) return;
  const message = late
    ? 'Pix payments can be refunded up to 90 days after the original payment.'
    : 'Boleto payments cannot be refunded.';
  throw invalidRequestError(message, { code: 'charge_not_refundable' });
}

function hasOpenOrLostDispute(sim: Simulation, charge: ChargeRecord): boolean {
  return sim.state.all('dispute').some((dispute) => dispute.charge === charge.id && dispute.status !== 'won');
}
