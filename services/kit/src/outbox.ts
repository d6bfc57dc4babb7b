import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { DomainEvent } from './events.ts';
import { newId } from './ids.ts';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { markEmitted, onCommit } from './outbox-wake.ts';
import type { Tx } from './statement.ts';
import { traceHeaders } from './telemetry.ts';

/** An outbox row on its way: what the relay publishes. */
export type OutboxRow = {
  id: string;
  type: string;
  aggregate_id: string;
  version: number;
  data: unknown;
  traceparent: string | null;
  created_at: Date;
};

/** Writes facts in the caller's transaction; they are published after it commits, or never. */
export async function emit(tx: Tx, events: DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  await outboxInsert(tx, events).execute(tx);
}

/**
 * The statement of {@link emit}, to be a part (`with`) of one that the caller sends: what it saves is a round trip.
 * @param tx the transaction it will be sent in
 */
export function outboxInsert(tx: Tx, events: DomainEvent[]): RawBuilder<unknown> {
  markEmitted(tx);
  const traceparent = traceHeaders().traceparent ?? null;
  const rows = events.map((e) => ({
    id: newId(),
    type: e.type,
    aggregate_id: e.aggregateId,
    version: e.version,
    data: e.data,
    traceparent,
  }));
  return sql`INSERT INTO outbox (id, type, aggregate_id, version, data, traceparent)
    SELECT id, type, aggregate_id, version, data, traceparent FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS e(id uuid, type text, aggregate_id text, version int, data jsonb, traceparent text)`;
}

const BATCH = 200;
const POLL_MS = 500;
/** How long a row stays after it was published (housekeeping deletes it then). */
export const KEPT_DAYS = 7;

/**
 * The relay's next rows, by the partial index on what is not published, whatever is kept beside. Left to itself the
 * planner sorts all that waits for every batch: what it knows of the table is from a time when hardly anything did.
 */
export const BEGIN = 'BEGIN; SET LOCAL enable_sort = off';
export const NEXT_ROWS = `SELECT id, type, aggregate_id, version, data, traceparent, created_at FROM outbox
  WHERE published_at IS NULL ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/**
 * Publishes outbox rows in the order written, many in flight, and marks what the stream acknowledged. Every replica
 * runs one; SKIP LOCKED shares the rows. A commit of its own process wakes it; it always polls, for what another wrote
 * and died. There is no LISTEN: it would hold a connection in every replica, and wake them all at each commit.
 *
 * Published rows are kept for a week: NATS acknowledges before its disk has the event, and a volume can be lost. Consumers
 * fetch what did not arrive (feed.ts, reconcile.ts), and deploy/ops/republish.ts makes rows unpublished again; who has had
 * an event knows it by its id (inbox, 45 days).
 */
export function startRelay(pool: pg.Pool, publish: (row: OutboxRow) => Promise<void>, log: Logger): Loop {
  const loop = startLoop('outbox', POLL_MS, log, () => relayBatch(pool, publish, log));
  const forget = onCommit(pool, () => loop.wake());
  return {
    wake: () => loop.wake(),
    async stop() {
      forget();
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
  let broken: Error | undefined;
  try {
    await client.query(BEGIN);
    const { rows } = await client.query<OutboxRow>(NEXT_ROWS);
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
    broken = error instanceof Error ? error : new Error('relay failed');
    throw error;
  } finally {
    client.release(broken);
  }
}
