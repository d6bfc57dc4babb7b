import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import type { Task, Work } from './schedule.ts';
import { putOff, type Tx } from './store.ts';

const HOUR_MS = 3_600_000;

/** The longest wait between two tries, ms. */
const MAX_WAIT_MS: Record<Task, number> = {
  settle: 60_000,
  give_back: HOUR_MS,
  refund: HOUR_MS,
  follow: HOUR_MS,
  // Mostly nothing: its payer went away, and a webhook would have come.
  ask_payment: 12 * HOUR_MS,
  ask_purchase: 12 * HOUR_MS,
};

/**
 * Says what a payment or purchase waits for from now on, in place of whatever it was; null for nothing. The caller holds
 * its row, so that the last word is the last state's.
 */
export async function schedule(tx: Tx, id: string, work: Work | null, now: Date): Promise<void> {
  if (!work) {
    await tx.deleteFrom('due').where('id', '=', id).execute();
    return;
  }
  const row = { task: work.task, dueAt: new Date(now.getTime() + work.afterMs), tries: 0 };
  await tx
    .insertInto('due')
    .values({ id, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
}

/**
 * Takes what has been due the longest for a task, putting it off by a growing wait: replicas share, and what a replica
 * took and did not end comes up again.
 * @param baseMs the first wait
 */
export const claimDue = (
  db: Kysely<DB>,
  task: Task,
  now: Date,
  baseMs: number,
): Promise<{ id: string } | undefined> =>
  db
    .updateTable('due')
    .set((row) => ({ tries: row('tries', '+', 1), dueAt: putOff('tries', now, baseMs, MAX_WAIT_MS[task]) }))
    .where('id', '=', (row) =>
      row
        .selectFrom('due')
        .select('id')
        .where('task', '=', task)
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .executeTakeFirst();
