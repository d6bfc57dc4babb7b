import type pg from 'pg';
import { deleteExpiredTexts } from './event-texts.ts';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { OUTBOX_RETENTION_DAYS } from './outbox.ts';

const HOUR_MS = 3_600_000;
/** Rows per statement, so that each stays far below the statement time-out. */
const BATCH = 5_000;

export type Expired = {
  table: string;
  /** Key column, or several separated by commas. */
  key: string;
  /** SQL condition with `values` as $1, $2, … */
  where: string;
  values?: unknown[];
};

/** Deletes rows in batches, one transaction each. Table, key and condition are unescaped: never pass input. */
export async function deleteInBatches(
  pool: Pick<pg.Pool, 'query'>,
  { table, key, where, values = [] }: Expired,
  signal?: AbortSignal,
): Promise<number> {
  const statement = `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table}
    WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(statement, values);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH || signal?.aborted) return deleted;
  }
}

/** Deletes the expired rows of all tables. A failure does not stop the others. @throws the first error at the end */
export async function deleteExpired(
  pool: Pick<pg.Pool, 'query'>,
  all: readonly Expired[],
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) {
    if (signal?.aborted) break;
    await deleteInBatches(pool, one, signal).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Expired rows of every service's tables. Inbox and missed_events keep rows longer than the event stream (30 days). */
const KIT_TABLES: readonly Expired[] = [
  { table: 'idempotency_keys', key: 'scope', where: "created_at < now() - interval '24 hours'" },
  { table: 'inbox', key: 'consumer, event_id', where: "received_at < now() - interval '45 days'" },
  { table: 'missed_events', key: 'consumer, event_id', where: "found_at < now() - interval '45 days'" },
  { table: 'outbox', key: 'seq', where: `published_at < now() - interval '${OUTBOX_RETENTION_DAYS} days'` },
];

/** Hourly cleanup of kit's own tables. */
export const startHousekeeping = (pool: pg.Pool, log: Logger): Loop =>
  startLoop('housekeeping', HOUR_MS, log, async (signal) => {
    await deleteExpired(pool, KIT_TABLES, signal);
    await deleteExpiredTexts(pool, signal);
    return undefined;
  });
