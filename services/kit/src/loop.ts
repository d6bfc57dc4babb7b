import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from './config-error.ts';
import type { Logger } from './log.ts';
import { loopSuccess, loopTurns } from './metrics.ts';

export type Loop = { wake(): void; stop(): Promise<void> };

/** Repeats `work` `everyMs` after its end or when woken; at once if true. `work` checks its signal between items. */
export function startLoop(
  name: string,
  everyMs: number,
  log: Logger,
  work: (signal: AbortSignal) => Promise<boolean | undefined>,
): Loop {
  let sleepAbort = new AbortController();
  const stopping = new AbortController();
  let wakeRequested = false;
  for (const outcome of ['ok', 'failed']) loopTurns.inc({ loop: name, outcome }, 0);
  const run = async () => {
    while (!stopping.signal.aborted) {
      wakeRequested = false;
      let more: boolean | undefined = false;
      try {
        more = await work(stopping.signal);
        loopTurns.inc({ loop: name, outcome: 'ok' });
        loopSuccess.setToCurrentTime({ loop: name });
      } catch (error) {
        if (!stopping.signal.aborted) {
          loopTurns.inc({ loop: name, outcome: 'failed' });
          log.warn({ err: error, loop: name }, 'loop turn failed');
        }
      }
      if (stopping.signal.aborted) return;
      if (more || wakeRequested) continue;
      sleepAbort = new AbortController();
      await sleep(everyMs, undefined, { signal: sleepAbort.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    wake() {
      wakeRequested = true;
      sleepAbort.abort();
    },
    async stop() {
      stopping.abort();
      sleepAbort.abort();
      await running;
    },
  };
}

/** Longest wait of {@link retryForever}, ms. */
const MAX_WAIT_MS = 5_000;

/** Runs `work` until it succeeds, with exponential back-off. @throws on abort or ConfigError */
export async function retryForever<T>(
  what: string,
  log: Logger,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || error instanceof ConfigError) throw error;
      const wait = Math.min(MAX_WAIT_MS, 100 * 2 ** attempt);
      log.warn({ err: error, attempt }, `${what}: waiting`);
      await sleep(wait, undefined, { signal });
    }
  }
}
