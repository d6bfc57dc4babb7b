import type { Decline } from './domain/intent.ts';
import type { Database, Page, Tx } from './store.ts';
import { countEvents } from './store-counters.ts';

const WEBHOOK_STATUSES = ['received', 'processed', 'failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** An event of Stripe's, and what became of it (spec §3). */
export type WebhookEventRow = {
  id: string;
  stripeEventId: string;
  eventType: string;
  objectId: string;
  paymentIntentId: string | null;
  registrationId: string | null;
  status: WebhookStatus;
  errorMessage: string | null;
  claimFault: string | null;
  attempts: number;
  occurredAt: Date;
  receivedAt: Date;
  processedAt: Date | null;
  /** Signed by Stripe; what is not has failed from the beginning and is never worked on. */
  verified: boolean;
  /** Of a declined card: why. */
  decline: Decline | null;
};

export type NewWebhookEvent = Pick<
  WebhookEventRow,
  | 'id'
  | 'stripeEventId'
  | 'eventType'
  | 'objectId'
  | 'paymentIntentId'
  | 'claimFault'
  | 'occurredAt'
  | 'decline'
>;

type Row = {
  id: string;
  stripe_event_id: string;
  event_type: string;
  object_id: string;
  payment_intent_id: string | null;
  registration_id: string | null;
  status: WebhookStatus;
  error_message: string | null;
  claim_fault: string | null;
  attempts: number;
  occurred_at: Date;
  received_at: Date;
  processed_at: Date | null;
  verified: boolean;
  decline_code: string | null;
  decline_message: string | null;
};

const COLUMNS = `id, stripe_event_id, event_type, object_id, payment_intent_id, registration_id, status, error_message,
  claim_fault, attempts, occurred_at, received_at, processed_at, verified, decline_code, decline_message`;

/** Records an event once by Stripe's id; the row, and whether it is new. It is due again in a while if work stops. */
export async function recordEvent(
  db: Database,
  it: NewWebhookEvent,
  now: Date,
  retryMs: number,
): Promise<WebhookEventRow> {
  await db.sql(
    'record-event',
    `INSERT INTO payment_webhook_events
       (id, stripe_event_id, event_type, object_id, payment_intent_id, claim_fault, occurred_at, received_at, next_try_at,
        decline_code, decline_message)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (stripe_event_id) DO NOTHING`,
    [
      it.id,
      it.stripeEventId,
      it.eventType,
      it.objectId,
      it.paymentIntentId,
      it.claimFault,
      it.occurredAt,
      now,
      new Date(now.getTime() + retryMs),
      it.decline?.code ?? null,
      it.decline?.message ?? null,
    ],
  );
  const rows = await db.sql<Row>(
    'event-of-stripe',
    `SELECT ${COLUMNS} FROM payment_webhook_events WHERE stripe_event_id = $1`,
    [it.stripeEventId],
  );
  if (!rows[0]) throw new Error('a recorded event is gone');
  return toEvent(rows[0]);
}

/** Which of these Stripe ids are recorded already. */
export async function knownEvents(db: Database, stripeEventIds: string[]): Promise<Set<string>> {
  const rows = await db.sql<{ stripe_event_id: string }>(
    'known-events',
    'SELECT stripe_event_id FROM payment_webhook_events WHERE stripe_event_id = ANY($1::text[])',
    [stripeEventIds],
  );
  return new Set(rows.map((row) => row.stripe_event_id));
}

export async function findEvent(db: Database, id: string): Promise<WebhookEventRow | undefined> {
  const rows = await db.sql<Row>(
    'event',
    `SELECT ${COLUMNS} FROM payment_webhook_events WHERE id = $1::uuid`,
    [id],
  );
  return rows[0] && toEvent(rows[0]);
}

export async function lockEvent(tx: Tx, id: string): Promise<WebhookEventRow | undefined> {
  const rows = await tx.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM payment_webhook_events WHERE id = $1::uuid FOR UPDATE`,
    id,
  );
  return rows[0] && toEvent(rows[0]);
}

type Verdict = {
  status: 'processed' | 'failed';
  errorMessage: string | null;
  paymentIntentId: string | null;
  registrationId: string | null;
};

/** Says what became of an event. */
export async function closeEvent(
  tx: Tx,
  row: WebhookEventRow,
  verdict: Verdict,
  now: Date,
): Promise<WebhookEventRow> {
  const change = {
    ...verdict,
    paymentIntentId: verdict.paymentIntentId ?? row.paymentIntentId,
    registrationId: verdict.registrationId ?? row.registrationId,
    attempts: row.attempts + 1,
    processedAt: now,
  };
  await tx.paymentWebhookEvent.update({ where: { id: row.id }, data: { ...change, nextTryAt: null } });
  return { ...row, ...change };
}

/** Notes why an event could not be worked on now; it stays received and comes up again. */
export async function putOffEvent(db: Database, id: string, why: string): Promise<void> {
  await db.sql(
    'put-off-event',
    `UPDATE payment_webhook_events SET attempts = attempts + 1, error_message = $2
     WHERE id = $1::uuid AND status = 'received'`,
    [id, why],
  );
}

/** Takes a received event whose turn it is, putting it off by a growing wait, so that replicas share them. */
export async function claimDueEvent(
  db: Database,
  now: Date,
  baseMs: number,
): Promise<WebhookEventRow | undefined> {
  const rows = await db.sql<Row>(
    'claim-event',
    `UPDATE payment_webhook_events SET
       next_try_at = $1::timestamptz + least($2::float8 * 2 ^ least(attempts, 20), 600000) * interval '1 ms'
     WHERE id = (SELECT id FROM payment_webhook_events WHERE next_try_at <= $1::timestamptz
       ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [now, baseMs],
  );
  return rows[0] && toEvent(rows[0]);
}

/** Events of these statuses (all, when none is named), newest first. */
export async function listEvents(
  db: Database,
  statuses: WebhookStatus[],
  page: Page,
): Promise<{ items: WebhookEventRow[]; total: number }> {
  const where = "WHERE ($1::text[] = '{}' OR status = ANY($1::text[]))";
  const [rows, total] = await Promise.all([
    db.sql<Row>(
      'events-page',
      `SELECT ${COLUMNS} FROM payment_webhook_events ${where}
       ORDER BY received_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [statuses, page.limit, page.offset],
    ),
    countEvents(db, statuses.length > 0 ? statuses : WEBHOOK_STATUSES),
  ]);
  return { items: rows.map(toEvent), total };
}

/** Leases Stripe's list of events for reading on; null while another replica reads. */
export async function leaseCursor(db: Database, now: Date, forMs: number): Promise<Date | null> {
  const rows = await db.sql<{ seen_until: Date }>(
    'lease-cursor',
    `UPDATE stripe_cursor SET leased_until = $1::timestamptz + $2::float8 * interval '1 ms'
     WHERE leased_until <= $1::timestamptz RETURNING seen_until`,
    [now, forMs],
  );
  return rows[0]?.seen_until ?? null;
}

/** Says how far the list was read (null: no further) and when it may be leased again. */
export async function moveCursor(db: Database, seenUntil: Date | null, leasedUntil: Date): Promise<void> {
  await db.sql(
    'move-cursor',
    'UPDATE stripe_cursor SET seen_until = greatest(seen_until, $1::timestamptz), leased_until = $2::timestamptz',
    [seenUntil, leasedUntil],
  );
}

const toEvent = (row: Row): WebhookEventRow => ({
  id: row.id,
  stripeEventId: row.stripe_event_id,
  eventType: row.event_type,
  objectId: row.object_id,
  paymentIntentId: row.payment_intent_id,
  registrationId: row.registration_id,
  status: row.status,
  errorMessage: row.error_message,
  claimFault: row.claim_fault,
  attempts: row.attempts,
  occurredAt: row.occurred_at,
  receivedAt: row.received_at,
  processedAt: row.processed_at,
  verified: row.verified,
  decline: row.decline_code === null ? null : { code: row.decline_code, message: row.decline_message ?? '' },
});
