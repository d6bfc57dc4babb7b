import type { EventType } from '@g2/proto/facts';
import { CodecError } from './failure-class.ts';

/** Goes to the outbox in the same transaction as the change it reports. */
export type DomainEvent = { type: string; aggregateId: string; version: number; data: unknown };

/** @param version of the aggregate after the change; 0 where order does not matter */
export const event = <T>(
  eventType: EventType<T>,
  aggregateId: string,
  version: number,
  data: T,
): DomainEvent => ({
  type: eventType.type,
  aggregateId,
  version,
  data: eventType.codec.toJSON(data),
});

/** A received event. Deliveries may be duplicate, late or out of order. */
export type Delivery = {
  /** Durable name of the consumer; with the event id, the inbox key. */
  consumer: string;
  eventId: string;
  aggregateId: string;
  version: number;
  time: Date;
};

/** Start of a new consumer. `all`: whole stream, for projections; `new`: last day, for side effects such as mails. */
export type DeliverFrom = 'all' | 'new';

export type Subscription = {
  readonly type: string;
  readonly deliver: DeliverFrom;
  /** Fetches texts that the bus omits (texts.ts). Without them, `must` skips the event and `may` still handles it. */
  readonly needsTexts?: 'must' | 'may' | undefined;
  /** @param text the event's data as JSON @throws CodecError when it does not match the type */
  handle(text: string, delivery: Delivery): Promise<void>;
  /** Called before a dead letter is written. */
  onGiveUp?(delivery: Delivery): Promise<void>;
};

/** Builds a row of a service's events.ts. */
export const subscribeTo = <T>(
  eventType: EventType<T>,
  handle: (data: T, delivery: Delivery) => Promise<void>,
  deliver: DeliverFrom = 'all',
): Subscription => ({
  type: eventType.type,
  deliver,
  handle: (text, delivery) => handle(decode(eventType, text), delivery),
});

function decode<T>(eventType: EventType<T>, text: string): T {
  try {
    return eventType.codec.fromJSON(JSON.parse(text));
  } catch (error) {
    throw new CodecError(`not a ${eventType.type}`, { cause: error });
  }
}
