import type pg from 'pg';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { outboxLag, outboxPending } from './metrics.ts';
import { observeMissing } from './missed.ts';

/** How often figures are read from the database, ms: by the clock, never by the scrape. */
const EVERY_MS = 15_000;

/**
 * Keeps the gauges that only the database knows: the outbox of every service, the events it misses, and what the service's own `look` sets.
 * Every replica shows the same figures; who adds replicas up takes the highest.
 */
export const startObserving = (pool: pg.Pool, log: Logger, look: () => Promise<void>): Loop =>
  startLoop('observe', EVERY_MS, log, async () => {
    await lookAtOutbox(pool);
    await observeMissing(pool);
    await look();
    return undefined;
  });

async function lookAtOutbox(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ pending: string; lag: number }>(
    `SELECT count(*) AS pending, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS lag
     FROM outbox WHERE published_at IS NULL`,
  );
  outboxPending.set(Number(rows[0]?.pending ?? 0));
  outboxLag.set(rows[0]?.lag ?? 0);
}
