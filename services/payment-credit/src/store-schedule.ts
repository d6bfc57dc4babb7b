import { claimDue } from '@g2/kit/claim';
import type { ScheduledTask, Task } from './schedule.ts';
import { backOffUntil, type Database, type Tx } from './store.ts';

const HOUR_MS = 3_600_000;

/** Longest back-off, ms. */
const MAX_BACKOFF_MS: Record<Task, number> = {
  settle: 60_000,
  give_back: HOUR_MS,
  refund: HOUR_MS,
  follow: HOUR_MS,
  // Usually the payer abandoned it; Stripe would have reported a payment by webhook.
  ask_payment: 12 * HOUR_MS,
  ask_purchase: 12 * HOUR_MS,
};

/** Replaces the task of a payment, purchase or order; null deletes it. The caller holds its row lock. */
export async function scheduleTask(tx: Tx, id: string, work: ScheduledTask | null, now: Date): Promise<void> {
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

/** Claims the most overdue task (SKIP LOCKED). Unfinished, it is due again after a back-off from baseMs. */
export const claimTask = (
  db: Database,
  task: Task,
  now: Date,
  baseMs: number,
): Promise<{ id: string } | undefined> =>
  claimDue(
    db,
    { table: 'due', key: 'id', dueAt: 'dueAt', attempts: 'tries', where: (row) => row('task', '=', task) },
    now,
    backOffUntil('tries', now, baseMs, MAX_BACKOFF_MS[task]),
  )
    .returning('id')
    .executeTakeFirst();
