import type pg from 'pg';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';

const HOUR_MS = 3_600_000;
/** Rows in one statement: writers wait for it, if at all, for milliseconds. */
const BATCH = 2_000;
/** Where folded rows go: writers take the shard of their backend, which is never below zero. */
const FOLDED = -1;

/** Sums that triggers keep in shards, a row for each backend that wrote. */
export type Sharded = {
  table: string;
  /** Its primary key but for the shard. */
  key: readonly string[];
  sums: readonly string[];
  /** Condition of what hardly changes any more, over $1, the civil day it is. */
  over: string;
};

/**
 * Puts the shards of what is over together, batch by batch, each a transaction of its own, so that a long period is read
 * from few rows. A sum is the same before, meanwhile and afterwards; what is still added makes a shard again, until the next
 * time. Deadlocks cannot be: a fold passes over what others hold, and several fold in one order.
 * Table, columns and condition are ours, never input.
 * @returns how many rows were folded
 */
export async function foldShards(
  pool: Pick<pg.Pool, 'query'>,
  { table, key, sums, over }: Sharded,
  today: string,
  signal?: AbortSignal,
  batch = BATCH,
): Promise<number> {
  const keys = key.join(', ');
  const statement = `WITH taken AS MATERIALIZED (
      SELECT ${keys}, shard FROM ${table} WHERE ${over} AND shard <> ${FOLDED} LIMIT ${batch} FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM ${table} WHERE (${keys}, shard) IN (SELECT ${keys}, shard FROM taken) RETURNING *),
    kept AS (INSERT INTO ${table} AS k (${keys}, shard, ${sums.join(', ')})
      SELECT ${keys}, ${FOLDED}, ${sums.map((name) => `sum(${name})`).join(', ')} FROM gone
      GROUP BY ${keys} ORDER BY ${keys}
      ON CONFLICT (${keys}, shard) DO UPDATE SET ${sums.map((name) => `${name} = k.${name} + excluded.${name}`).join(', ')})
    SELECT count(*)::int AS folded FROM gone`;
  for (let all = 0; ; ) {
    const { rows } = await pool.query<{ folded: number }>(statement, [today]);
    const folded = rows[0]?.folded ?? 0;
    all += folded;
    if (folded < batch || signal?.aborted) return all;
  }
}

/** Folds these every hour. */
export const startFolding = (
  pool: pg.Pool,
  log: Logger,
  all: readonly Sharded[],
  today: () => string,
): Loop =>
  startLoop('fold', HOUR_MS, log, async (signal) => {
    for (const one of all) if (!signal.aborted) await foldShards(pool, one, today(), signal);
    return undefined;
  });
