import type Stripe from 'stripe';
import type { ChargeRecord, DisputeRecord, PaymentIntentRecord, RefundRecord } from './records.ts';

export type EventType = Stripe.Event['type'];
export type EventObject = PaymentIntentRecord | ChargeRecord | RefundRecord | DisputeRecord;

export type EventRecord = Pick<
  Stripe.EventBase,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request'
> & {
  type: EventType;
  data: { object: EventObject; previous_attributes?: Stripe.Event.Data.PreviousAttributes };
};

/** Request that caused an event; nulls for a scheduled event. */
export interface Origin {
  id: string | null;
  idempotency_key: string | null;
}

export const NO_ORIGIN: Origin = { id: null, idempotency_key: null };

/** Id of the intent that an event is about. First deliveries of one intent's events keep their order. */
export function intentIdOf({ data: { object } }: EventRecord): string {
  return object.object === 'payment_intent' ? object.id : object.payment_intent;
}

type Deliveries = { get(kind: 'delivery', id: string): { state: string } | undefined };

/** An event as the API shows it. `pending_webhooks` is 0 after a receiver has accepted the event. */
export function eventView({ state }: { state: Deliveries }, event: EventRecord): EventRecord {
  const delivered = state.get('delivery', event.id)?.state === 'delivered';
  return { ...event, pending_webhooks: delivered ? 0 : 1 };
}
