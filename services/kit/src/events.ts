import type { EventType } from '@g2/proto/facts';
import { CodecError } from './failure.ts';

/** Goes to the outbox in the same transaction as the change it reports. */
export type DomainEvent = { type: string; aggregateId: string; version: number; data: unknown };

/** @param version of the aggregate after the change; 0 where order does not matter */
export const event = <T>(kind: EventType<T>, aggregateId: string, version: number, data: T): DomainEvent => ({
  type: kind.type,
  aggregateId,
  version,
  data: kind.codec.toJSON(data),
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
export type Deliver = 'all' | 'new';

export type Subscription = {
  readonly type: string;
  readonly deliver: Deliver;
  /** Fetches texts that the bus omits (texts.ts). Without them, `must` skips the event and `may` still handles it. */
  readonly needsTexts?: 'must' | 'may' | undefined;
  /** @param text the event's data as JSON @throws CodecError when it does not match the type */
  handle(text: string, delivery: Delivery): Promise<void>;
  /** Called before a dead letter is written. */
  givenUp?(delivery: Delivery): Promise<void>;
};

/** Builds a row of a service's events.ts. */
export const on = <T>(
  kind: EventType<T>,
  handle: (data: T, delivery: Delivery) => Promise<void>,
  deliver: Deliver = 'all',
): Subscription => ({
  type: kind.type,
  deliver,
  handle: (text, delivery) => handle(decode(kind, text), delivery),
});

function decode<T>(kind: EventType<T>, text: string): T {
  try {
    return kind.codec.fromJSON(JSON.parse(text));
  } catch (error) {
    throw new CodecError(`not a ${kind.type}`, { cause: error });
  }
}
