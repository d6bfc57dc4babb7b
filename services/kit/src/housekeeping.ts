import type pg from 'pg';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { KEPT_DAYS } from './outbox.ts';

const HOUR_MS = 3_600_000;
/** Rows of the outbox in one statement: it ends long before its time-out. */
const BATCH = 5_000;

const FORGET_PUBLISHED = `DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox
  WHERE published_at < now() - interval '${KEPT_DAYS} days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;

/**
 * Forgets what kit's own tables need no longer: keys after 24 h, published events after a week, inbox rows after more
 * than the stream's 30 days.
 */
export const startHousekeeping = (pool: pg.Pool, log: Logger): Loop =>
  startLoop('housekeeping', HOUR_MS, log, async () => {
    await pool.query("DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'");
    await pool.query("DELETE FROM inbox WHERE received_at < now() - interval '45 days'");
    const { rowCount } = await pool.query(FORGET_PUBLISHED);
    return rowCount === BATCH;
  });
