import type pg from 'pg';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';

const HOUR_MS = 3_600_000;

/** Forgets what kit's own tables need no longer: keys after 24 h, inbox rows after the stream's 30 days. */
export const startHousekeeping = (pool: pg.Pool, log: Logger): Loop =>
  startLoop('housekeeping', HOUR_MS, log, async () => {
    await pool.query("DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'");
    await pool.query("DELETE FROM inbox WHERE received_at < now() - interval '45 days'");
    return undefined;
  });
