import { createRoom } from '../files/semaphore.ts';

/** Maximum number of concurrent checks. */
const MAX_CONCURRENT = 50;

export type Rechecks = {
  /** Repeats `check`, which must never reject. @returns a function that stops it */
  add(check: () => Promise<void>): () => void;
};

/** Starts each check at a random point of the interval, so that checks added together (after a restart) spread out. */
export function createRechecks(everyMs: number, random: () => number = Math.random): Rechecks {
  const room = createRoom(MAX_CONCURRENT);
  return {
    add(check) {
      let isStopped = false;
      let timer: NodeJS.Timeout;
      const next = (ms: number) => {
        timer = setTimeout(() => void runCheck(), ms).unref();
      };
      const runCheck = async () => {
        const leave = await room.acquire();
        if (!isStopped) await check();
        leave();
        if (!isStopped) next(everyMs);
      };
      next(everyMs * random());
      return () => {
        isStopped = true;
        clearTimeout(timer);
      };
    },
  };
}
