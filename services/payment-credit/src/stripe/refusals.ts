import { type Clock, newId } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import type { Database } from '../store.ts';
import { countRefusals, dropOldRefusals, insertRefusal } from './store-refusals.ts';
import { unverifiedClaims } from './webhook-signature.ts';

/** Refused webhooks per minute that get a row each; all others share one row. The webhook is public. */
export const ROWS_PER_MINUTE = 30;
export const ROWS_KEPT = 1_000;
const MINUTE_MS = 60_000;

/** Log of refused webhook requests, which admins see among the failed events. */
export type RefusalLog = {
  /** Records a refusal. Never throws: the response is 400 even if the refusal cannot be recorded. */
  note(reason: string, body: unknown): Promise<void>;
  /** Writes the refusals that were only counted so far, and deletes the oldest rows. */
  flush(): Promise<void>;
};

export function createRefusalLog(db: Database, clock: Clock, log: Logger): RefusalLog {
  // Part of the key of the shared row, so that each replica has its own row per minute.
  const replica = newId();
  let minute = 0;
  let rows = 0;
  let mustTrim = false;
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
      await insertRefusal(db, { reason, ...unverifiedClaims(body) }, now).catch((err: unknown) =>
        log.warn({ err }, 'refused webhook not noted'),
      );
      mustTrim = true;
    },
    async flush() {
      for (const [at, count] of counted) {
        counted.delete(at);
        try {
          await countRefusals(db, `${replica}:${at}`, count, new Date(at * MINUTE_MS));
          mustTrim = true;
        } catch (error) {
          counted.set(at, (counted.get(at) ?? 0) + count);
          throw error;
        }
      }
      if (!mustTrim) return;
      // Reset before the delete: a row that is inserted meanwhile must trigger the next one.
      mustTrim = false;
      await dropOldRefusals(db, ROWS_KEPT).catch((error: unknown) => {
        mustTrim = true;
        throw error;
      });
    },
  };
}
