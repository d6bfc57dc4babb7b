import { invalidRequestError, notFoundError } from './errors.ts';
import type { Origin } from './event-record.ts';
import { emit } from './events.ts';
import type { ChargeRecord, PaymentIntentRecord } from './records.ts';
import type { Simulation } from './simulation.ts';

export function recordPaid(
  sim: Simulation,
  origin: Origin,
  intent: PaymentIntentRecord,
  charge: ChargeRecord,
): PaymentIntentRecord {
  const paid: PaymentIntentRecord = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
  };
  sim.state.put('charge', charge);
  sim.state.put('intent', paid);
  emit(sim, origin, 'charge.succeeded', charge);
  emit(sim, origin, 'payment_intent.succeeded', paid);
  return paid;
}

/** The successful charge of an intent. @throws ApiError 404 for an unknown intent, 400 when it is unpaid */
export function paidCharge(sim: Simulation, intentId: string, unpaidMessage: string): ChargeRecord {
  const intent = sim.state.get('intent', intentId);
  if (intent === undefined) throw notFoundError('payment_intent', intentId, 'payment_intent');
  const charge = sim.state.get('charge', intent.latest_charge ?? '');
  if (charge === undefined || !charge.captured) throw invalidRequestError(unpaidMessage);
  return charge;
}
