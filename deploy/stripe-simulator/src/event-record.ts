import type Stripe from 'stripe';

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

/** Request that caused an event; nulls for a scheduled event. */
export interface Origin {
  id: string | null;
  idempotency_key: string | null;
}

export const NO_ORIGIN: Origin = { id: null, idempotency_key: null };

/** First deliveries keep the order of one intent's events. */
export function intentIdOf(event: EventRecord): string {
  const { object } = event.data;
  if (object.object === 'payment_intent') return object.id;
  return typeof object.payment_intent === 'string' ? object.payment_intent : object.id;
}

type Deliveries = { get(kind: 'delivery', id: string): { state: string } | undefined };

/** `pending_webhooks` is 0 once a receiver accepted the event. */
export function eventView({ state }: { state: Deliveries }, event: EventRecord): EventRecord {
  const delivered = state.get('delivery', event.id)?.state === 'delivered';
  return { ...event, pending_webhooks: delivered ? 0 : 1 };
}
