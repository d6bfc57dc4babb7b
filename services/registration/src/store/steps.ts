import { AppError } from '@g2/terms/errors';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import type { Database, Tx } from '../store.ts';

/** Status changes per transaction. It locks the sums for some milliseconds. */
const BATCH = 1_000;
/** How long a read waits for locks, ms. A recount (deploy/ops/recount) locks the uncounted changes for minutes. */
const READ_WAIT_MS = 2_000;

/**
 * Adds the next status changes to the sums of stage times and of the staff's work (migration `uncounted_steps`).
 * @returns true if there may be more
 */
export async function countSteps(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ counted: number }>`SELECT count_steps(${BATCH}) AS counted`.execute(db);
  return (rows[0]?.counted ?? 0) >= BATCH;
}

/** Counts all status changes before the sums are read. If locks prevent it, the read lacks the newest ones. */
export async function countAllSteps(db: Database): Promise<void> {
  try {
    for (let more = true; more; ) more = await db.tx(countSoon);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
  }
}

async function countSoon(tx: Tx): Promise<boolean> {
  await sql`SELECT set_config('lock_timeout', ${String(READ_WAIT_MS)}, true)`.execute(tx);
  return countSteps(tx);
}
