import { AppError } from '@g2/terms/errors';

/** Releases a place; idempotent. */
type Leave = () => void;

const once = (work: () => void): Leave => {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
};

/** Semaphore with a first-in, first-out queue. */
export type Room = {
  /** @param waitMs maximum wait, ms @throws AppError unavailable after that */
  acquire(waitMs?: number): Promise<Leave>;
};

export function createRoom(places: number): Room {
  let free = places;
  const waiting = new Set<(leave: Leave) => void>();
  const leave = () =>
    once(() => {
      const [next] = waiting;
      if (!next) free += 1;
      else {
        waiting.delete(next);
        next(leave());
      }
    });
  return {
    async acquire(waitMs) {
      if (free > 0) {
        free -= 1;
        return leave();
      }
      const { promise, resolve, reject } = Promise.withResolvers<Leave>();
      waiting.add(resolve);
      if (waitMs === undefined) return promise;
      const late = setTimeout(() => {
        waiting.delete(resolve);
        reject(new AppError('unavailable', { retryAfter: 5 }));
      }, waitMs);
      return promise.finally(() => clearTimeout(late));
    },
  };
}

export type Allowance = {
  /** @throws AppError too-many-requests */
  acquire(userId: string): Leave;
};

/** @param message pt-BR, for the refusal */
export function createAllowance(each: number, message: string): Allowance {
  const taken = new Map<string, number>();
  return {
    acquire(userId) {
      const now = taken.get(userId) ?? 0;
      if (now >= each) throw new AppError('too-many-requests', { message, retryAfter: 10 });
      taken.set(userId, now + 1);
      return once(() => {
        const left = (taken.get(userId) ?? 1) - 1;
        if (left > 0) taken.set(userId, left);
        else taken.delete(userId);
      });
    },
  };
}
