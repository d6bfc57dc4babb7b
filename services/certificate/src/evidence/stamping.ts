import { type Loop, startLoop } from '@g2/kit/loop';
import type { Authority } from '../authorities/authorities.ts';
import type { Deps } from '../deps.ts';
import { stampRequests } from '../metrics.ts';
import { leaseOutstandingStamp, rescheduleStamp, saveStamp } from './store.ts';

/** Interval between runs, ms. */
const EVERY_MS = 15_000;
/** A run ends after this many refusals: the authority probably refuses every hash, not a single one. */
const MAX_REFUSALS = 3;

type Needs = Pick<Deps, 'store' | 'authorities' | 'clock' | 'log'>;

/** One loop per authority, so that an unavailable one does not delay others. */
export const startStamping = (deps: Needs): Loop[] =>
  deps.authorities.map((authority) =>
    startLoop(`stamps of ${new URL(authority.url).host}`, EVERY_MS, deps.log, (signal) =>
      requestOutstanding(deps, authority, signal),
    ),
  );

async function requestOutstanding(
  deps: Needs,
  authority: Authority,
  signal: AbortSignal,
): Promise<undefined> {
  const { db } = deps.store;
  for (let refusals = 0; refusals < MAX_REFUSALS && !signal.aborted; ) {
    const outstanding = await leaseOutstandingStamp(db, authority.url, deps.clock());
    if (!outstanding) return undefined;
    try {
      const { answer, authority: name, time } = await authority.stamp(outstanding);
      await saveStamp(db, outstanding.id, { answer, authority: name, time });
      stampRequests.inc({ outcome: 'ok' });
    } catch (error) {
      stampRequests.inc({ outcome: 'failed' });
      deps.log.warn({ err: error, authority: authority.url }, 'no time stamp: it will be asked for again');
      // The authority responded, but without a valid stamp.
      const refused = error instanceof Error && error.cause instanceof RangeError;
      await rescheduleStamp(db, outstanding, deps.clock(), refused);
      if (!refused) return undefined;
      refusals += 1;
    }
  }
  return undefined;
}
