import { sql } from 'kysely';
import type { Database } from '../store.ts';

/** Status changes per transaction. It locks the sums for some milliseconds. */
const BATCH = 1_000;

/**
 * Adds the next status changes to the sums of stage times and of the staff's work (migration `uncounted_steps`).
 * @returns true if there may be more
 */
export async function countSteps(db: Database): Promise<boolean> {
  const { rows } = await sql<{ counted: number }>`SELECT count_steps(${BATCH}) AS counted`.execute(db);
  return (rows[0]?.counted ?? 0) >= BATCH;
}

export async function countAllSteps(db: Database): Promise<void> {
  for (let more = true; more; ) more = await countSteps(db);
}
