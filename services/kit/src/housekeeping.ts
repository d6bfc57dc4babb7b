import type pg from 'pg';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { KEPT_DAYS } from './outbox.ts';
import { forgetTexts } from './texts.ts';

const HOUR_MS = 3_600_000;
/** Rows in one statement: it ends long before its time-out, however many there are. */
const BATCH = 5_000;

export type Expired = {
  table: string;
  /** Its key: one column, or several by commas. */
  key: string;
  /** Condition of what goes, over `values` as $1, $2, … */
  where: string;
  values?: unknown[];
};

/**
 * Deletes what has expired, batch by batch, each a transaction of its own; ends between two when `signal` says so.
 * Table, key and condition are ours, never input.
 * @returns how many rows went
 */
export async function deleteInBatches(
  pool: Pick<pg.Pool, 'query'>,
  { table, key, where, values = [] }: Expired,
  signal?: AbortSignal,
  batch = BATCH,
): Promise<number> {
  const statement = `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table}
    WHERE ${where} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;
  for (let gone = 0; ; ) {
    const { rowCount } = await pool.query(statement, values);
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < batch || signal?.aborted) return gone;
  }
}

/** Each deletion by itself: one that fails keeps no other from being done. @throws the first failure, at the end */
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

/** Keys after 24 h, published events after a week, inbox rows and what was given up after more than the stream's 30 days. */
const OURS: readonly Expired[] = [
  { table: 'idempotency_keys', key: 'scope', where: "created_at < now() - interval '24 hours'" },
  { table: 'inbox', key: 'consumer, event_id', where: "received_at < now() - interval '45 days'" },
  { table: 'missed_events', key: 'consumer, event_id', where: "found_at < now() - interval '45 days'" },
  { table: 'outbox', key: 'seq', where: `published_at < now() - interval '${KEPT_DAYS} days'` },
];

/** Forgets what kit's own tables need no longer. */
export const startHousekeeping = (pool: pg.Pool, log: Logger): Loop =>
  startLoop('housekeeping', HOUR_MS, log, async (signal) => {
    await deleteExpired(pool, OURS, signal);
    await forgetTexts(pool, signal);
    return undefined;
  });
