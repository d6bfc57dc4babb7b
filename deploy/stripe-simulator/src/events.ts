import type Stripe from 'stripe';
import type { EventObject, EventRecord, EventType, Origin } from './event-record.ts';
import { API_VERSION, newId } from './objects.ts';
import type { Simulation } from './simulation.ts';

/** Records the event with a snapshot of the object, and queues its webhook. */
export function emit(
  sim: Simulation,
  origin: Origin,
  type: EventType,
  object: EventObject,
  previous?: Stripe.Event.Data.PreviousAttributes,
): void {
  const event: EventRecord = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: sim.seconds(),
    data: previous === undefined ? { object } : { object, previous_attributes: previous },
    livemode: false,
    pending_webhooks: 1,
    request: origin,
    type,
  };
  sim.state.put('event', event);
  sim.state.put('delivery', { id: event.id, state: sim.webhooks.initialState() });
  sim.webhooks.enqueue(event);
}
