import type pg from 'pg';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';

const HOUR_MS = 3_600_000;
/** Rows per statement, so that locks last only milliseconds. */
const BATCH = 2_000;
/** Shard number of merged rows. Writers use the number of their database backend, which is never negative. */
const MERGED_SHARD = -1;

/** A table of sums that triggers update. Per key it has one row (shard) for each database backend that wrote. */
export type ShardedSums = {
  table: string;
  /** The primary key without the shard. */
  key: readonly string[];
  sums: readonly string[];
  /** SQL condition of rows that rarely change any more; $1 is the current civil day. */
  isPast: string;
};

/**
 * Merges the shards of past rows in batches of one transaction each, so that queries over long periods read
 * few rows. Readers see correct sums at any time. Locked rows are skipped and all rows are processed in one
 * order, which excludes deadlocks. Table, columns and condition must never come from input.
 * @returns number of merged rows
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

/** Merges the shards of these tables every hour. */
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
