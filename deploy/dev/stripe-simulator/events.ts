import type Stripe from 'stripe';
import { API_VERSION, newId } from './objects.ts';
import type { Simulation } from './simulation.ts';

/** The event types the simulator sends. */
export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.processing'
  | 'payment_intent.requires_action'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'payment_intent.succeeded'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed';

type ObjectOf<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

export type EventRecord = Pick<
  Stripe.EventBase,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request'
> & {
  type: EventType;
  data: { object: ObjectOf<EventType>; previous_attributes?: Stripe.Event.Data.PreviousAttributes };
};

/** The request an event came from; both null for what happens by itself. */
export interface Origin {
  id: string | null;
  idempotency_key: string | null;
}

export const NO_ORIGIN: Origin = { id: null, idempotency_key: null };

/** Records an event, with the object as it is now, and hands it to the webhook sender. */
export function emit<T extends EventType>(
  sim: Simulation,
  origin: Origin,
  type: T,
  object: ObjectOf<T>,
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

/** The payment intent an event is about: events of one intent are first sent in their order. */
export function intentIdOf(event: EventRecord): string {
  const { object } = event.data;
  if (object.object === 'payment_intent') return object.id;
  return typeof object.payment_intent === 'string' ? object.payment_intent : object.id;
}

/** The event as it is answered and sent: `pending_webhooks` tells whether a receiver has taken it. */
export function eventView(sim: Simulation, event: EventRecord): EventRecord {
  const delivered = sim.state.get('delivery', event.id)?.state === 'delivered';
  return { ...event, pending_webhooks: delivered ? 0 : 1 };
}
