import type { Origin } from './event-record.ts';
import { emit } from './events.ts';
import type { ChargeRecord, PaymentIntentRecord } from './records.ts';
import type { Simulation } from './simulation.ts';

/** Stores the successful charge and the paid intent. */
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
