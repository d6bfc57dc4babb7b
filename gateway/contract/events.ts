import { z } from 'zod';
import { credits, id, timestamp } from './common.ts';
import { statusWord } from './statuses.ts';

/** The names of the server-sent events of GET /api/events. */
export const EVENT_NAMES = ['ping', 'registration', 'balance', 'queue'] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** How often `ping` comes, ms. A reader that hears nothing for three times as long takes the line for dead. */
export const PING_MS = 15_000;

/** Whose line it is: the first thing said on it, and then every 15 s. */
export const pingEvent = z.object({ userId: id });
export type PingEvent = z.infer<typeof pingEvent>;

/** One of the user's own registrations changed status, or got a file: its status as it stands then. */
export const registrationEvent = z.object({ id, status: statusWord, statusUpdatedAt: timestamp });
export type RegistrationEvent = z.infer<typeof registrationEvent>;

/** The user's own balance, in hundredths of a credit. */
export const balanceEvent = z.object({ credits });
export type BalanceEvent = z.infer<typeof balanceEvent>;

/**
 * Staff only: a registration entered or moved in the queue, or (without status) changed hands or got a file; without id,
 * several changed hands.
 */
export const queueEvent = z.object({ id: id.optional(), status: statusWord.optional() });
export type QueueEvent = z.infer<typeof queueEvent>;

type Payloads = {
  ping: PingEvent;
  registration: RegistrationEvent;
  balance: BalanceEvent;
  queue: QueueEvent;
};
export type EventPayload<Name extends EventName> = Payloads[Name];

/** The payload of each event, by its name. */
export const eventPayloads: { readonly [Name in EventName]: z.ZodType<EventPayload<Name>> } = {
  ping: pingEvent,
  registration: registrationEvent,
  balance: balanceEvent,
  queue: queueEvent,
};

/** An event's payload as it came over the line; undefined where this release does not know the event, or cannot read it. */
export function readEvent<Name extends EventName>(name: Name, text: string): EventPayload<Name> | undefined {
  if (!Object.hasOwn(eventPayloads, name)) return undefined;
  try {
    return eventPayloads[name].safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
