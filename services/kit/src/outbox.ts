import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DomainEvent } from './events.ts';
import { newId } from './ids.ts';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Tx } from './store.ts';
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

const INSERT = `INSERT INTO outbox (id, type, aggregate_id, version, data, traceparent)
  SELECT id, type, aggregate_id, version, data, traceparent FROM jsonb_to_recordset($1::jsonb)
  AS e(id uuid, type text, aggregate_id text, version int, data jsonb, traceparent text)`;

/** Writes facts in the caller's transaction; they are published after it commits, or never. */
export async function emit(tx: Tx, events: DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  const traceparent = traceHeaders().traceparent ?? null;
  const rows = events.map((e) => ({
    id: newId(),
    type: e.type,
    aggregate_id: e.aggregateId,
    version: e.version,
    data: e.data,
    traceparent,
  }));
  await tx.$executeRawUnsafe(INSERT, JSON.stringify(rows));
  await tx.$executeRawUnsafe("SELECT pg_notify('outbox_' || current_schema(), '')");
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
 * runs one; SKIP LOCKED shares the rows. NOTIFY only wakes it early: it always polls.
 *
 * Published rows are kept for a week: NATS acknowledges before its disk has the event, and a volume can be lost. Then
 * deploy/check/republish.ts makes them unpublished again; who has had an event knows it by its id (inbox, 45 days).
 * Beside relays of the version before, which take all rows and delete them, that means at worst an event published
 * twice, or a row that is not kept.
 */
export function startRelay(
  pool: pg.Pool,
  databaseUrl: string,
  publish: (row: OutboxRow) => Promise<void>,
  log: Logger,
): Loop {
  const loop = startLoop('outbox', POLL_MS, log, () => relayBatch(pool, publish, log));
  const stopListening = listen(databaseUrl, () => loop.wake());
  return {
    wake: () => loop.wake(),
    async stop() {
      await stopListening();
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

/** LISTEN on a connection of its own, renewed when it breaks. */
function listen(databaseUrl: string, wake: () => void): () => Promise<void> {
  const stop = new AbortController();
  const run = async () => {
    while (!stop.signal.aborted) {
      const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
      const ended = new Promise<void>((resolve) => {
        client.on('end', resolve);
        client.on('error', () => resolve());
        stop.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      try {
        await client.connect();
        const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
        await client.query(`LISTEN ${client.escapeIdentifier(`outbox_${rows[0]?.schema}`)}`);
        client.on('notification', wake);
        await ended;
      } catch {
        // The relay polls meanwhile.
      }
      await client.end().catch(() => {});
      await sleep(1_000, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
