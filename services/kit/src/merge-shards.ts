import type pg from 'pg';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';

const HOUR_MS = 3_600_000;
/** Rows per statement: locks last milliseconds. */
const BATCH = 2_000;
/** Shard of folded rows. Writers use the number of their backend, which is never negative. */
const MERGED_SHARD = -1;

/** Sums that triggers keep in shards, one row per writing backend. */
export type ShardedSums = {
  table: string;
  /** The primary key without the shard. */
  key: readonly string[];
  sums: readonly string[];
  /** SQL condition of rows that rarely change any more; $1 is the current civil day. */
  isPast: string;
};

/**
 * Merges the shards of past rows in batches, one transaction each, so that long periods read few rows. Sums stay
 * correct throughout. Skips locked rows and works in one order: no deadlocks. Table, columns and condition are never
 * input. @returns number of folded rows
 */
export async function mergeShards(
  pool: Pick<pg.Pool, 'query'>,
  { table, key, sums, isPast }: ShardedSums,
  today: string,
  signal?: AbortSignal,
  batch = BATCH,
): Promise<number> {
  const keys = key.join(', ');
  const statement = `WITH taken AS MATERIALIZED (
      SELECT ${keys}, shard FROM ${table} WHERE ${isPast} AND shard <> ${MERGED_SHARD} LIMIT ${batch} FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM ${table} WHERE (${keys}, shard) IN (SELECT ${keys}, shard FROM taken) RETURNING *),
    kept AS (INSERT INTO ${table} AS k (${keys}, shard, ${sums.join(', ')})
      SELECT ${keys}, ${MERGED_SHARD}, ${sums.map((name) => `sum(${name})`).join(', ')} FROM gone
      GROUP BY ${keys} ORDER BY ${keys}
      ON CONFLICT (${keys}, shard) DO UPDATE SET ${sums.map((name) => `${name} = k.${name} + excluded.${name}`).join(', ')})
    SELECT count(*)::int AS folded FROM gone`;
  for (let total = 0; ; ) {
    const { rows } = await pool.query<{ folded: number }>(statement, [today]);
    const folded = rows[0]?.folded ?? 0;
    total += folded;
    if (folded < batch || signal?.aborted) return total;
  }
}

/** Hourly. */
export const startShardMerge = (
  pool: pg.Pool,
  log: Logger,
  total: readonly ShardedSums[],
  today: () => string,
): Loop =>
  startLoop('fold', HOUR_MS, log, async (signal) => {
    for (const one of total) if (!signal.aborted) await mergeShards(pool, one, today(), signal);
    return undefined;
  });
