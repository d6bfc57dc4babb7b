import { requestContext } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';

export type QueueLimits = {
  /** Works at once. */
  atOnce: number;
  /** Waiting at most, of one party and in all. */
  waitingPerParty: number;
  waitingInAll: number;
  /** Told of each refusal of a party with too many waiting. */
  onTooMany?: () => void;
};

export type FairQueue = {
  /**
   * Runs a work when its party's turn comes: parties take turns, so that one with many waits for itself alone.
   * @throws AppError too-many-requests when too much of this party waits, unavailable when too much does in all or the
   * caller's deadline passed meanwhile; then the work was not begun
   */
  run<T>(party: string, work: () => Promise<T>): Promise<T>;
};

type Waiter = { begin(): void; giveUp(): void; deadline: number };

export function createFairQueue(limits: QueueLimits): FairQueue {
  const { atOnce, waitingPerParty, waitingInAll, onTooMany } = limits;
  let running = 0;
  /** In the order of their turns; a party that has nothing waiting is not among them. */
  const parties = new Map<string, Waiter[]>();
  const waitingOf = (party: string): number => parties.get(party)?.length ?? 0;
  const waiting = (): number => [...parties.values()].reduce((sum, all) => sum + all.length, 0);

  /** Whoever asked has gone: their places are for others. */
  const dropLate = () => {
    for (const [party, waiters] of parties) {
      const live = waiters.filter((waiter) => waiter.deadline > Date.now());
      for (const waiter of waiters) if (!live.includes(waiter)) waiter.giveUp();
      if (live.length > 0) parties.set(party, live);
      else parties.delete(party);
    }
  };

  const place = (party: string): Promise<void> => {
    if (waitingOf(party) >= waitingPerParty || waiting() >= waitingInAll) dropLate();
    if (waitingOf(party) >= waitingPerParty) {
      onTooMany?.();
      throw new AppError('too-many-requests', { retryAfter: 1 });
    }
    if (waiting() >= waitingInAll) throw new AppError('unavailable', { retryAfter: 1 });
    return new Promise((begin, reject) => {
      const giveUp = () => reject(new AppError('unavailable', { retryAfter: 1 }));
      const deadline = requestContext.getStore()?.deadline ?? Number.POSITIVE_INFINITY;
      parties.set(party, [...(parties.get(party) ?? []), { begin, giveUp, deadline }]);
    });
  };

  /** Hands a free place on to the first of the party whose turn it is, which then comes last. */
  const next = () => {
    dropLate();
    const [turn] = parties;
    if (!turn) {
      running--;
      return;
    }
    const [party, [first, ...rest]] = turn;
    parties.delete(party);
    if (rest.length > 0) parties.set(party, rest);
    first?.begin();
  };

  return {
    async run(party, work) {
      if (running < atOnce) running++;
      // Whoever leaves hands the place on, so `running` stays as it is.
      else await place(party);
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
