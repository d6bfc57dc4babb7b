import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@g2/kit/ids';
import { type Loop, startLoop } from '@g2/kit/loop';
import { AppError } from '@g2/terms/errors';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { outcomeOf, READ_RETRY_MS, throttleMs } from './domain/scrub.ts';
import { type Digest, digestOf } from './intake/digest.ts';
import { scrubbedBytes, scrubbedObjects } from './metrics.ts';
import type { Scrub } from './store/scrubs.ts';

const EVERY_MS = 60_000;
/** Lease of the replica that reads objects, ms; after it dies, another replica continues within this time. */
const LEASE_MS = 5 * 60_000;
const RENEW_MS = LEASE_MS / 5;

export type ScrubberDeps = Pick<Deps, 'store' | 'objects' | 'clock' | 'log'> & {
  config: Pick<Config, 'SCRUB_BYTES_PER_SECOND'>;
};

/** A lease lets one replica at a time read, so that the read rate is global. The least recently checked go first. */
export function startScrubber(deps: ScrubberDeps): Loop {
  const { store, clock, log, config } = deps;
  const replicaId = newId();
  const renewLease = () => store.scrubs.lead(replicaId, clock(), new Date(clock().getTime() + LEASE_MS));
  const loop = startLoop('scrubber', EVERY_MS, log, async (signal) => {
    if (config.SCRUB_BYTES_PER_SECOND === 0 || !(await renewLease())) return undefined;
    await store.scrubs.adopt(clock());
    for (;;) {
      const scrub = await store.scrubs.next(clock());
      if (!scrub || signal.aborted) return undefined;
      const isIntact = await verifyObject(deps, scrub, renewLease, signal);
      // A pass ends after a failure, so that at most one is reported per minute.
      if (!isIntact || !(await renewLease())) return undefined;
    }
  });
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop();
      await store.scrubs.leave(replicaId).catch((error: unknown) => {
        log.warn({ err: error }, 'the scrubber’s lease stays until it is over');
      });
    },
  };
}

/** @returns false when the object is damaged or unreadable */
async function verifyObject(
  deps: ScrubberDeps,
  scrub: Scrub,
  renewLease: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, clock, log } = deps;
  const { key } = scrub;
  let found: Digest | undefined;
  try {
    found = await hashStored(deps, key, renewLease, signal);
  } catch (error) {
    if (signal.aborted) return false;
    scrubbedObjects.inc({ outcome: 'failed' });
    log.warn({ err: error, key }, 'an object could not be read again: that says nothing of its bytes');
    await store.scrubs.putOff(scrub, new Date(clock().getTime() + READ_RETRY_MS));
    return false;
  }
  const outcome = outcomeOf(scrub, found);
  if (outcome !== 'intact') {
    const hashes = { expected: scrub.sha256, found: found?.sha256 ?? null };
    log.error({ key, outcome, ...hashes }, 'a stored object is not what was deposited');
  }
  scrubbedObjects.inc({ outcome });
  await store.scrubs.finish(scrub, outcome, clock());
  return outcome === 'intact';
}

/** Hashes at the configured rate; undefined if missing. @throws errors of the store, or Error when the lease is lost */
async function hashStored(
  { objects, config }: ScrubberDeps,
  key: string,
  renewLease: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<Digest | undefined> {
  const source = await objects.get(key).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  });
  if (!source) return undefined;
  const throttled = async function* () {
    const startedAt = performance.now();
    let bytes = 0;
    let renewed = startedAt;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      yield chunk;
      bytes += chunk.length;
      scrubbedBytes.inc(chunk.length);
      const elapsed = performance.now() - startedAt;
      await sleep(throttleMs(bytes, config.SCRUB_BYTES_PER_SECOND, elapsed), undefined, { signal });
      if (performance.now() - renewed < RENEW_MS) continue;
      renewed = performance.now();
      if (!(await renewLease())) throw new Error('another replica scrubs by now');
    }
  };
  return await digestOf(throttled());
}
