import type { EventType } from '@g2/proto/facts';
import { CodecError } from './failure.ts';

/** A fact as the domain returns it, to be written to the outbox in the transaction that made it true. */
export type DomainEvent = { type: string; aggregateId: string; version: number; data: unknown };

/**
 * Makes a domain event.
 * @param version of the aggregate after the change; 0 where order within the aggregate means nothing
 */
export const event = <T>(kind: EventType<T>, aggregateId: string, version: number, data: T): DomainEvent => ({
  type: kind.type,
  aggregateId,
  version,
  data: kind.codec.toJSON(data),
});

/** A fact as it arrives. May come twice, late, or out of order. */
export type Delivery = {
  /** Durable name of who consumes it; with the id, the inbox's key. */
  consumer: string;
  eventId: string;
  aggregateId: string;
  version: number;
  time: Date;
};

/**
 * What a new consumer begins with: `all` that the stream has, where the effect is a picture of the facts; or only the
 * `new`, where each is an act, such as a mail. New reaches back a day, over the time it takes to make the consumer anew;
 * the inbox knows what had its effect.
 */
export type Deliver = 'all' | 'new';

export type Subscription = {
  readonly type: string;
  readonly deliver: Deliver;
  /** Its effect needs what people wrote, which the bus does not carry (texts.ts): has none without, or goes without. */
  readonly needsTexts?: 'must' | 'may' | undefined;
  /** @param text the event's data as it came @throws CodecError when it is not what the type says */
  handle(text: string, delivery: Delivery): Promise<void>;
  /** Called when it was refused again and again and is a dead letter. */
  givenUp?(delivery: Delivery): Promise<void>;
};

/** A row of a service's events.ts: subject → handler. */
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
