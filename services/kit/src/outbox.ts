import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { DomainEvent } from './events.ts';
import { newId } from './ids.ts';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { markEmitted, onCommit } from './outbox-wake.ts';
import { traceHeaders } from './telemetry.ts';

/** A transaction on any service's tables, for kit's plain SQL. */
export type Tx = QueryExecutorProvider;

export type OutboxRow = {
  id: string;
  type: string;
  aggregate_id: string;
  version: number;
  data: unknown;
  traceparent: string | null;
  created_at: Date;
};

/** Writes events in the caller's transaction; they are published only if it commits. */
export async function emit(tx: Tx, events: DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await outboxInsert(tx, events).execute(tx);
}

/** The INSERT of {@link emit} as a `WITH` part for another query of the same transaction, which saves a round trip. */
export function outboxInsert(tx: Tx, events: DomainEvent[]): RawBuilder<unknown> {
  markEmitted(tx);
  const traceparent = traceHeaders().traceparent ?? null;
  const rows = events.map((event) => ({
    id: newId(),
    type: event.type,
    aggregate_id: event.aggregateId,
    version: event.version,
    data: event.data,
    traceparent,
  }));
  return sql`INSERT INTO outbox (id, type, aggregate_id, version, data, traceparent)
    SELECT id, type, aggregate_id, version, data, traceparent FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS e(id uuid, type text, aggregate_id text, version int, data jsonb, traceparent text)`;
}

const BATCH = 200;
const POLL_MS = 500;
/** Retention of published rows; housekeeping deletes them. */
export const OUTBOX_RETENTION_DAYS = 7;

/** Makes the planner use the partial index: with stale statistics it would sort all unpublished rows per batch. */
export const BEGIN_RELAY = 'BEGIN; SET LOCAL enable_sort = off';
export const SELECT_UNPUBLISHED = `SELECT id, type, aggregate_id, version, data, traceparent, created_at FROM outbox
  WHERE published_at IS NULL ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/**
 * Publishes outbox rows in order and marks those that NATS acknowledged. Every replica runs a relay; SKIP LOCKED gives
 * them different rows. A commit in this process wakes the relay, and polling finds the rows of a crashed process.
 * LISTEN would hold a connection and wake all replicas. Published rows are kept for a week, because NATS acknowledges
 * before it syncs to disk. Consumers fetch lost events from them (feed.ts, reconcile.ts), and deploy/ops/republish.ts
 * publishes them again; the inbox (45 days) skips duplicates.
 */
export function startRelay(pool: pg.Pool, publish: (row: OutboxRow) => Promise<void>, log: Logger): Loop {
  const loop = startLoop('outbox', POLL_MS, log, () => relayBatch(pool, publish, log));
  const unregister = onCommit(pool, () => loop.wake());
  return {
    ...loop,
    async stop() {
      unregister();
      await loop.stop();
    },
  };
}

async function relayBatch(
  pool: pg.Pool,
  publish: (row: OutboxRow) => Promise<void>,
  log: Logger,
): Promise<boolean> {
  const client = await pool.connect();
  let releaseError: Error | undefined;
  try {
    await client.query(BEGIN_RELAY);
    const { rows } = await client.query<OutboxRow>(SELECT_UNPUBLISHED);
    const sent = await Promise.allSettled(rows.map(publish));
    const done = rows.filter((_, i) => sent[i]?.status === 'fulfilled').map((row) => row.id);
    const failure = sent.find((one) => one.status === 'rejected');
    if (failure) log.warn({ err: failure.reason, waiting: rows.length - done.length }, 'publishing failed');
    if (done.length > 0) {
      await client.query('UPDATE outbox SET published_at = now() WHERE id = ANY($1::uuid[])', [done]);
    }
    await client.query('COMMIT');
    return !failure && rows.length === BATCH;
  } catch (error) {
    releaseError = error instanceof Error ? error : new Error('relay failed');
    throw error;
  } finally {
    client.release(releaseError);
  }
}
