import { createRoom } from '../files/room.ts';

/** At once, however many are due. */
const AT_ONCE = 50;

export type Rechecks = {
  /** Looks at one again and again until the answer is called. */
  add(look: () => Promise<void>): () => void;
};

/**
 * Repeats checks, each at a random phase of its own: those that began together, as after a restart, do not stay
 * together.
 * @param look never rejects
 */
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
