import type Stripe from 'stripe';

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

export type ObjectOf<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

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

/** The payment intent an event is about: events of one intent are first sent in their order. */
export function intentIdOf(event: EventRecord): string {
  const { object } = event.data;
  if (object.object === 'payment_intent') return object.id;
  return typeof object.payment_intent === 'string' ? object.payment_intent : object.id;
}

/** Where it stands which events a receiver has taken. */
type Deliveries = { get(kind: 'delivery', id: string): { state: string } | undefined };

/** The event as it is answered and sent: `pending_webhooks` tells whether a receiver has taken it. */
export function eventView({ state }: { state: Deliveries }, event: EventRecord): EventRecord {
  const delivered = state.get('delivery', event.id)?.state === 'delivered';
  return { ...event, pending_webhooks: delivered ? 0 : 1 };
}
