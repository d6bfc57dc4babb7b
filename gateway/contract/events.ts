import { z } from 'zod';
import { credits, id, timestamp } from './common.ts';
import { openStatus } from './statuses.ts';

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

/** Ping interval, ms. A client reconnects after three intervals without data. */
export const PING_MS = 15_000;

/** First event, then every 15 s. `quietMs` (first only): ms since the last event for this user, as far as known. */
const pingEvent = z.object({ userId: id, quietMs: z.int().min(0).optional() });
export type PingEvent = z.infer<typeof pingEvent>;

/** One of the user's own registrations changed status or got a file. */
const registrationEvent = z.object({ id, status: openStatus, statusUpdatedAt: timestamp });
type RegistrationEvent = z.infer<typeof registrationEvent>;

/** One of the user's own registrations has a new message, or its messages were read. */
const messagesEvent = z.object({ id });
type MessagesEvent = z.infer<typeof messagesEvent>;

const balanceEvent = z.object({ credits });
type BalanceEvent = z.infer<typeof balanceEvent>;

/** Staff only. No `status`: reassigned, new file or message, messages read. No `id`: several were reassigned. */
const queueEvent = z.object({ id: id.optional(), status: openStatus.optional() });
type QueueEvent = z.infer<typeof queueEvent>;

/** Staff only: another user (`by`) assigned a registration to this user, or took it away. */
const assignedEvent = z.object({ id, title: z.string(), by: id, kind: z.enum(['given', 'taken']) });
export type AssignedEvent = z.infer<typeof assignedEvent>;

/** Staff only: a colleague opened or closed this registration. */
const viewersEvent = z.object({ id });
type ViewersEvent = z.infer<typeof viewersEvent>;

/** New text or a change in one of the user's own contacts; for staff in any contact. */
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

/** Parses the payload of an event; undefined when this release does not know the event or cannot parse it. */
export function parseEvent<Name extends EventName>(name: Name, text: string): EventPayload<Name> | undefined {
  if (!Object.hasOwn(eventPayloads, name)) return undefined;
  try {
    return eventPayloads[name].safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
