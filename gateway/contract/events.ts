import { z } from 'zod';
import { credits, id, timestamp } from './common.ts';
import { statusWord } from './statuses.ts';

/** The names of the server-sent events of GET /api/events. */
export const EVENT_NAMES = [
  'ping',
  'registration',
  'messages',
  'balance',
  'queue',
  'assigned',
  'viewers',
  'contacts',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** How often `ping` comes, ms. A reader that hears nothing for three times as long takes the line for dead. */
export const PING_MS = 15_000;

/**
 * Whose line it is: the first thing said on it, and then every 15 s. `quietMs`, the first time only: for so long nothing
 * has happened that would have been told on it, as far as is known; what was read since then is as it is.
 */
const pingEvent = z.object({ userId: id, quietMs: z.int().min(0).optional() });
export type PingEvent = z.infer<typeof pingEvent>;

/** One of the user's own registrations changed status, or got a file: its status as it stands then. */
const registrationEvent = z.object({ id, status: statusWord, statusUpdatedAt: timestamp });
type RegistrationEvent = z.infer<typeof registrationEvent>;

/** One of the user's own registrations has a message more, or was read. */
const messagesEvent = z.object({ id });
type MessagesEvent = z.infer<typeof messagesEvent>;

/** The user's own balance, in hundredths of a credit. */
const balanceEvent = z.object({ credits });
type BalanceEvent = z.infer<typeof balanceEvent>;

/**
 * Staff only: a registration entered or moved in the queue, or (without status) changed hands, got a file or a
 * message, or its messages were read; without id, several changed hands.
 */
const queueEvent = z.object({ id: id.optional(), status: statusWord.optional() });
type QueueEvent = z.infer<typeof queueEvent>;

/** Staff only: somebody else gave one a registration, or took it away. `by`: who. */
const assignedEvent = z.object({ id, title: z.string(), by: id, kind: z.enum(['given', 'taken']) });
export type AssignedEvent = z.infer<typeof assignedEvent>;

/** Staff only: somebody of the staff opened this registration, or has it open no longer. */
const viewersEvent = z.object({ id });
type ViewersEvent = z.infer<typeof viewersEvent>;

/** One of the user's own contacts, or (to the staff) any: something was written in it, or it changed. */
const contactsEvent = z.object({ number: z.string() });
type ContactsEvent = z.infer<typeof contactsEvent>;

type Payloads = {
  ping: PingEvent;
  registration: RegistrationEvent;
  messages: MessagesEvent;
  balance: BalanceEvent;
  queue: QueueEvent;
  assigned: AssignedEvent;
  viewers: ViewersEvent;
  contacts: ContactsEvent;
};
export type EventPayload<Name extends EventName> = Payloads[Name];

/** The payload of each event, by its name. */
export const eventPayloads: { readonly [Name in EventName]: z.ZodType<EventPayload<Name>> } = {
  ping: pingEvent,
  registration: registrationEvent,
  messages: messagesEvent,
  balance: balanceEvent,
  queue: queueEvent,
  assigned: assignedEvent,
  viewers: viewersEvent,
  contacts: contactsEvent,
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
