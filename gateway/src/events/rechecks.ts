import { createRoom } from '../files/room.ts';

/** Concurrent checks. */
const AT_ONCE = 50;

export type Rechecks = {
  /** Repeats a check that never rejects. @returns a function that stops it */
  add(look: () => Promise<void>): () => void;
};

/** Each check has its own random phase, so that those started together (after a restart) spread out. */
export function createRechecks(everyMs: number, random: () => number = Math.random): Rechecks {
  const room = createRoom(AT_ONCE);
  return {
    add(look) {
      let isOver = false;
      let timer: NodeJS.Timeout;
      const next = (ms: number) => {
        timer = setTimeout(() => void turn(), ms).unref();
      };
      const turn = async () => {
        const leave = await room.enter();
        if (!isOver) await look();
        leave();
        if (!isOver) next(everyMs);
      };
      next(everyMs * random());
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    },
  };
}
