import type { EventType } from '@g2/proto/facts';
import { CodecError } from './failure-class.ts';

/** An event to publish. It is written to the outbox in the transaction of the change that it reports. */
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
  /** Durable name of the consumer; together with the event id it is the key of the inbox. */
  consumer: string;
  eventId: string;
  aggregateId: string;
  version: number;
  time: Date;
};

/** Start of a new consumer. `all`: start of the stream, for projections; `new`: one day ago, for effects like mails. */
export type DeliverFrom = 'all' | 'new';

export type Subscription = {
  readonly type: string;
  readonly deliver: DeliverFrom;
  /**
   * The handler needs user texts, which events on NATS lack (event-texts.ts). If they are already deleted,
   * `must` skips the event and `may` handles it without them.
   */
  readonly needsTexts?: 'must' | 'may' | undefined;
  /** @param text the event's data as JSON @throws CodecError when it does not match the type */
  handle(text: string, delivery: Delivery): Promise<void>;
  /** Called before a dead letter is written. */
  onGiveUp?(delivery: Delivery): Promise<void>;
};

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
