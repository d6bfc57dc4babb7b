import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import type { Objects } from './objects.ts';
import type { Store } from './store.ts';

const BATCH = 100;
const REMOVE_MS = 15_000;
const HOUR_MS = 3_600_000;
const STAGING_AGE_MS = 24 * HOUR_MS;

type Deps = { store: Store; objects: Objects; clock: Clock; log: Logger };

/**
 * Removes the bytes of released objects: outside any transaction, and again until it works. Replicas may meet on
 * one; removing twice is removing once.
 */
export const startRemover = ({ store, objects, clock, log }: Deps): Loop =>
  startLoop('remover', REMOVE_MS, log, async () => {
    const keys = await store.releasing(BATCH);
    for (const key of keys) {
      await objects.remove(key);
      await store.removed(key, clock());
      log.info({ key }, 'object removed');
    }
    return keys.length === BATCH;
  });

/** Sweeps what killed processes left half-written; complete objects are not its business. */
export const startSweeper = ({ objects, clock, log }: Deps): Loop =>
  startLoop('sweeper', HOUR_MS, log, async () => {
    const swept = await objects.sweepStaging(new Date(clock().getTime() - STAGING_AGE_MS));
    if (swept > 0) log.info({ swept }, 'unfinished uploads swept');
    return undefined;
  });
