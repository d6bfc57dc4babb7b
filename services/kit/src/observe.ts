import type pg from 'pg';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { outboxLag, outboxPending } from './metrics.ts';
import { observeMissing } from './missed-events.ts';

/** Interval at which gauges are read from the database, ms; scrapes do not query it. */
const EVERY_MS = 15_000;

/** Updates gauges from the database. Replicas report the same values: aggregate with max, not sum. */
export const startObserving = (pool: pg.Pool, log: Logger, observeService: () => Promise<void>): Loop =>
  startLoop('observe', EVERY_MS, log, async () => {
    await observeOutbox(pool);
    await observeMissing(pool);
    await observeService();
    return undefined;
  });

async function observeOutbox(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ pending: string; lag: number }>(
    `SELECT count(*) AS pending, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS lag
     FROM outbox WHERE published_at IS NULL`,
  );
  outboxPending.set(Number(rows[0]?.pending ?? 0));
  outboxLag.set(rows[0]?.lag ?? 0);
}
