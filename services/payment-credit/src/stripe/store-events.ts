import { claimDue } from '@g2/kit/claim';
import { type PageBounds, planPageRead } from '@g2/terms/pages';
import { WEBHOOK_STATUSES, type WebhookStatus } from '@g2/terms/payments';
import { type Selectable, sql } from 'kysely';
import type { DB } from '#tables';
import { countEvents } from '../reports/store-counters.ts';
import { anyText, backOffUntil, type Database, type Tx } from '../store.ts';

/** Spec §3. */
export type WebhookEventRow = Selectable<DB['paymentWebhookEvents']>;

export type NewWebhookEvent = Pick<
  WebhookEventRow,
  | 'id'
  | 'stripeEventId'
  | 'eventType'
  | 'objectId'
  | 'paymentIntentId'
  | 'claimFault'
  | 'occurredAt'
  | 'declineCode'
  | 'declineMessage'
>;

const events = (db: Database | Tx) => db.selectFrom('paymentWebhookEvents').selectAll();

/** Inserts an event once per Stripe id; returns its row. A new row is due for the reconciler after retryMs. */
export async function recordEvent(
  db: Database,
  it: NewWebhookEvent,
  now: Date,
  retryMs: number,
): Promise<WebhookEventRow> {
  await db
    .insertInto('paymentWebhookEvents')
    .values({ ...it, receivedAt: now, nextTryAt: new Date(now.getTime() + retryMs) })
    .onConflict((on) => on.column('stripeEventId').doNothing())
    .execute();
  const found = await events(db).where('stripeEventId', '=', it.stripeEventId).executeTakeFirst();
  if (!found) throw new Error('a recorded event is gone');
  return found;
}

export async function knownEvents(db: Database, stripeEventIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('paymentWebhookEvents')
    .select('stripeEventId')
    .where('stripeEventId', '=', anyText(stripeEventIds))
    .execute();
  return new Set(rows.map((row) => row.stripeEventId));
}

export const findEvent = (db: Database, id: string): Promise<WebhookEventRow | undefined> =>
  events(db).where('id', '=', id).executeTakeFirst();

export const lockEvent = (tx: Tx, id: string): Promise<WebhookEventRow | undefined> =>
  events(tx).where('id', '=', id).forUpdate().executeTakeFirst();

type EventResult = {
  status: 'processed' | 'failed';
  errorMessage: string | null;
  paymentIntentId: string | null;
  registrationId: string | null;
};

export const completeEvent = (
  tx: Tx,
  row: WebhookEventRow,
  verdict: EventResult,
  now: Date,
): Promise<WebhookEventRow> =>
  tx
    .updateTable('paymentWebhookEvents')
    .set({
      ...verdict,
      paymentIntentId: verdict.paymentIntentId ?? row.paymentIntentId,
      registrationId: verdict.registrationId ?? row.registrationId,
      attempts: row.attempts + 1,
      processedAt: now,
      nextTryAt: null,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Stores why an event could not be processed. The event stays `received` and is retried. */
export async function postponeEvent(db: Database, id: string, why: string): Promise<void> {
  await db
    .updateTable('paymentWebhookEvents')
    .set((row) => ({ attempts: row('attempts', '+', 1), errorMessage: why }))
    .where('id', '=', id)
    .where('status', '=', 'received')
    .execute();
}

/** Longest back-off of an event, ms. */
const MAX_WAIT_MS = 600_000;

/** Claims the most overdue event with exponential back-off; replicas share by SKIP LOCKED. */
export const claimDueEvent = (
  db: Database,
  now: Date,
  baseMs: number,
): Promise<WebhookEventRow | undefined> =>
  claimDue(
    db,
    { table: 'paymentWebhookEvents', key: 'id', dueAt: 'nextTryAt' },
    now,
    backOffUntil('attempts', now, baseMs, MAX_WAIT_MS),
  )
    .returningAll()
    .executeTakeFirst();

/** Newest first; an empty `statuses` means all. */
export async function listEvents(
  db: Database,
  statuses: WebhookStatus[],
  page: PageBounds,
): Promise<{ items: WebhookEventRow[]; total: number }> {
  const counted = countEvents(db, statuses.length > 0 ? statuses : WEBHOOK_STATUSES);
  const walked = async () => {
    const walk = await planPageRead(page, async () => ({ total: await counted, totalCapped: false }));
    const { limit, offset, fromEnd } = walk;
    const order = fromEnd ? 'asc' : 'desc';
    const ordered = events(db).orderBy('receivedAt', order).orderBy('id', order);
    const wanted = statuses.length > 0 ? ordered.where('status', '=', anyText(statuses)) : ordered;
    const rows = await wanted.limit(limit).offset(offset).execute();
    return fromEnd ? rows.toReversed() : rows;
  };
  const [items, total] = await Promise.all([walked(), counted]);
  return { items, total };
}

/** Leases the cursor of Stripe's event list; null while another replica holds it. */
export async function leaseEventCursor(db: Database, now: Date, forMs: number): Promise<Date | null> {
  const leased = await db
    .updateTable('stripeCursor')
    .set({ leasedUntil: sql<Date>`${now}::timestamptz + ${forMs}::float8 * interval '1 ms'` })
    .where('leasedUntil', '<=', now)
    .returning('seenUntil')
    .executeTakeFirst();
  return leased?.seenUntil ?? null;
}

/** Sets the end of the cursor's lease. A null `seenUntil` keeps the cursor's position. */
export async function releaseEventCursor(
  db: Database,
  seenUntil: Date | null,
  leasedUntil: Date,
): Promise<void> {
  await db
    .updateTable('stripeCursor')
    .set({ seenUntil: sql<Date>`greatest(seen_until, ${seenUntil}::timestamptz)`, leasedUntil })
    .execute();
}
