import { type Clock, newId } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Database } from '../store.ts';
import { claimsOf } from './signed-events.ts';
import { countRefusals, dropOldRefusals, insertRefusal } from './store-refusals.ts';

/** Anyone can post to the webhook: so many refusals a minute get a row each, the rest of the minute one together. */
export const ROWS_PER_MINUTE = 30;
/** Of all refusals the newest rows are kept. */
export const ROWS_KEPT = 1_000;
const MINUTE_MS = 60_000;

/** Book of what came to the webhook and was not Stripe's word; read by admins among the failed events. */
export type Refusals = {
  /** Notes one; never throws, since the answer is 400 whether or not it can be noted. */
  note(reason: string, body: unknown): Promise<void>;
  /** Writes what was only counted, and drops the oldest rows beyond what is kept. */
  flush(): Promise<void>;
};

export function bookRefusals(db: Database, clock: Clock, log: Logger): Refusals {
  // The counted row of a minute is each replica's own.
  const replica = newId();
  let minute = 0;
  let rows = 0;
  let grown = false;
  const counted = new Map<number, number>();

  return {
    async note(reason, body) {
      const now = clock();
      const current = Math.floor(now.getTime() / MINUTE_MS);
      if (current !== minute) rows = 0;
      minute = current;
      if (rows >= ROWS_PER_MINUTE) {
        counted.set(minute, (counted.get(minute) ?? 0) + 1);
        return;
      }
      rows++;
      await insertRefusal(db, { reason, ...claimsOf(body) }, now).catch((err: unknown) =>
        log.warn({ err }, 'refused webhook not noted'),
      );
      grown = true;
    },
    async flush() {
      for (const [at, count] of counted) {
        counted.delete(at);
        try {
          await countRefusals(db, `${replica}:${at}`, count, new Date(at * MINUTE_MS));
          grown = true;
        } catch (error) {
          counted.set(at, (counted.get(at) ?? 0) + count);
          throw error;
        }
      }
      if (!grown) return;
      // Before, not after: a row written meanwhile must bring the next turn here again.
      grown = false;
      await dropOldRefusals(db, ROWS_KEPT).catch((error: unknown) => {
        grown = true;
        throw error;
      });
    },
  };
}
