import { invalidRequestError, notFoundError } from './errors.ts';
import { NO_ORIGIN, type Origin } from './event-record.ts';
import { emit } from './events.ts';
import { newId } from './objects.ts';
import { paidCharge } from './paid.ts';
import type { ChargeRecord, DisputeRecord } from './records.ts';
import type { Simulation } from './simulation.ts';

const EVIDENCE_DAYS_S = 7 * 24 * 60 * 60;

/** Opens a dispute about the whole charge and withdraws its funds until the dispute is closed. */
export function openDispute(
  sim: Simulation,
  origin: Origin,
  charge: ChargeRecord,
  reason: string,
): DisputeRecord {
  const created = sim.seconds();
  const dispute: DisputeRecord = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount_captured,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: { due_by: created + EVIDENCE_DAYS_S },
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
  sim.state.put('dispute', dispute);
  sim.state.put('charge', { ...charge, disputed: true });
  emit(sim, origin, 'charge.dispute.created', dispute);
  emit(sim, origin, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Opens a dispute. @throws ApiError 404 for an unknown intent, 400 if it is unpaid or already disputed */
export function disputeIntent(sim: Simulation, intentId: string, reason: string): DisputeRecord {
  const charge = paidCharge(sim, intentId, 'This PaymentIntent has not been paid.');
  if (charge.disputed)
    throw invalidRequestError('This charge is already disputed.', { code: 'charge_disputed' });
  return openDispute(sim, NO_ORIGIN, charge, reason);
}

/** Closes a dispute. Winning reinstates the funds, also when a lost dispute is won on appeal. */
export function closeDispute(sim: Simulation, id: string, status: 'won' | 'lost'): DisputeRecord {
  const dispute = sim.state.get('dispute', id);
  if (dispute === undefined) throw notFoundError('dispute', id, 'id');
  const isAppeal = dispute.status === 'lost' && status === 'won';
  if ((dispute.status === 'won' || dispute.status === 'lost') && !isAppeal) {
    throw invalidRequestError('This dispute is already closed.');
  }
  const closed: DisputeRecord = { ...dispute, status };
  sim.state.put('dispute', closed);
  if (status === 'won') emit(sim, NO_ORIGIN, 'charge.dispute.funds_reinstated', closed);
  emit(sim, NO_ORIGIN, 'charge.dispute.closed', closed, { status: dispute.status });
  return closed;
}
