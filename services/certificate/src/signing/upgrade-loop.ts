import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from '../deps.ts';

const EVERY_MS = 15_000;

/** Adds the stamps and revocation lists that were unavailable when a document was issued. */
export const startUpgradeLoop = ({ store, completeDocument, authorities, clock, log, wake }: Deps): Loop =>
  startLoop('upgrader', EVERY_MS, log, async (signal) => {
    const urls = authorities.map(({ url }) => url);
    while (!signal.aborted) {
      const taken = await store.takeLacking(clock());
      if (!taken) return undefined;
      const raised = await completeDocument(taken.pdf).catch((error: unknown) => {
        // One document that cannot be completed must not hold up the others.
        log.error(
          { err: error, number: taken.number },
          'a document cannot be completed, will be tried again',
        );
        return 'failed' as const;
      });
      if (raised === 'failed') continue;
      if (!raised) return undefined;
      await store.raise(taken.number, raised, { now: clock(), urls });
      // Wakes the stamping loops, which request stamps of the whole document.
      wake();
    }
    return undefined;
  });
