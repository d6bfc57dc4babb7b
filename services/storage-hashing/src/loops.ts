import { classifyFailure } from '@g2/kit/failure-class';
import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from './deps.ts';
import { backOff, decideRemoval, PENDING_MS, type RemovalDecision } from './domain/removal.ts';
import { lockedRemovals, refusedRemovals } from './metrics.ts';
import { ObjectLocked } from './objects/objects.ts';
import type { Peers } from './peers.ts';
import type { Removal } from './store/removals.ts';

const BATCH = 100;
const REMOVE_MS = 15_000;
/** Lease of a removal, ms. Exceeds query and removal together: S3 may be silent for a minute, twice. */
const LEASE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const STAGING_AGE_MS = 24 * HOUR_MS;

export type RemoverDeps = Pick<Deps, 'store' | 'objects' | 'clock' | 'log'> & {
  peers: Pick<Peers, 'holdOf'>;
};

/** A failing key backs off without delaying others. Replicas share the keys. */
export const startRemover = (deps: RemoverDeps): Loop =>
  startLoop('remover', REMOVE_MS, deps.log, async (signal) => {
    const { store, clock } = deps;
    await store.removals.adopt(clock());
    for (let taken = 0; taken < BATCH; taken++) {
      if (signal.aborted) return undefined;
      const removal = await store.removals.take(clock(), LEASE_MS);
      if (!removal) return undefined;
      if (!(await decideAndRemove(deps, removal))) return undefined;
    }
    return true;
  });

/** @returns false when registration is unavailable, which ends the pass */
async function decideAndRemove(deps: RemoverDeps, removal: Removal): Promise<boolean> {
  const { store, clock, log } = deps;
  const later = (ms: number, failed: boolean) =>
    store.removals.postpone(removal, new Date(clock().getTime() + ms), failed);
  let verdict: RemovalDecision;
  try {
    verdict = decideRemoval(await deps.peers.holdOf(removal.key, removal.ticketId));
  } catch (error) {
    log.warn({ err: error, key: removal.key }, 'registration could not be asked: the object stays for now');
    await later(backOff(removal.failures + 1), true);
    return classifyFailure(error) === 'refused';
  }
  if (verdict === 'wait') {
    await later(PENDING_MS, false);
  } else if (verdict === 'keep') {
    refusedRemovals.inc();
    log.error({ key: removal.key }, 'an object was let go of that registration holds: it stays');
    await store.removals.keep(removal, clock());
  } else {
    await remove(deps, removal.key).catch(async (error: unknown) => {
      if (error instanceof ObjectLocked) {
        lockedRemovals.inc();
        log.warn({ key: removal.key, until: error.until }, 'a locked object stays until its lock is over');
        return await store.removals.postpone(removal, error.until, false);
      }
      log.warn({ err: error, key: removal.key }, 'object not removed, will be tried again');
      await later(backOff(removal.failures + 1), true);
    });
  }
  return true;
}

async function remove({ store, objects, clock, log }: RemoverDeps, key: string): Promise<void> {
  await store.removals.release(key, clock());
  await objects.remove(key);
  await store.removals.removed(key, clock());
  log.info({ key }, 'object removed');
}

/** Removes unfinished uploads that killed processes left; never removes complete objects. */
export const startSweeper = ({ objects, clock, log }: Pick<Deps, 'objects' | 'clock' | 'log'>): Loop =>
  startLoop('sweeper', HOUR_MS, log, async () => {
    const swept = await objects.sweepStaging(new Date(clock().getTime() - STAGING_AGE_MS));
    if (swept > 0) log.info({ swept }, 'unfinished uploads swept');
    return undefined;
  });
