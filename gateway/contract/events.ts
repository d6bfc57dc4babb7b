import { z } from 'zod';
import { credits, id, timestamp } from './common.ts';
import { openStatus } from './statuses.ts';

/** Ping interval, ms. A client reconnects after three intervals without data. */
export const PING_MS = 15_000;

export const eventPayloads = {
  /** Sent first and then every 15 s. `quietMs`, in the first ping only: ms since the last known event for this user. */
  ping: z.object({ userId: id, quietMs: z.int().min(0).optional() }),
  /** One of the user's own registrations changed status or got a file. */
  registration: z.object({ id, status: openStatus, statusUpdatedAt: timestamp }),
  /** One of the user's own registrations has a new message, or its messages were read. */
  messages: z.object({ id }),
  balance: z.object({ credits }),
  /**
   * Staff only: the queue changed. Without `status`: reassigned, new file or messages. Without `id`: several
   * reassigned.
   */
  queue: z.object({ id: id.optional(), status: openStatus.optional() }),
  /** Staff only: another user (`by`) assigned a registration to this user, or took it away from this user. */
  assigned: z.object({ id, title: z.string(), by: id, kind: z.enum(['given', 'taken']) }),
  /** Staff only: a colleague opened or closed this registration. */
  viewers: z.object({ id }),
  /** A contact has a new message or another change: for a client one of the client's own, for staff any contact. */
  contacts: z.object({ number: z.string() }),
} as const;

export type EventName = keyof typeof eventPayloads;
export const EVENT_NAMES = Object.keys(eventPayloads) as EventName[];
export type EventPayload<Name extends EventName> = z.infer<(typeof eventPayloads)[Name]>;

/** Parses the payload of an event; undefined when this release does not know the event or cannot parse it. */
export function parseEvent<Name extends EventName>(name: Name, text: string): EventPayload<Name> | undefined {
  if (!Object.hasOwn(eventPayloads, name)) return undefined;
  const schemas: { readonly [One in EventName]: z.ZodType<EventPayload<One>> } = eventPayloads;
  try {
    return schemas[name].safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
