import { requestContext } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';

export type QueueLimits = {
  atOnce: number;
  waitingPerParty: number;
  waitingInAll: number;
  /** Called for each refusal of a party with too many waiting. */
  onTooMany?: () => void;
};

export type FairQueue = {
  /**
   * Runs `work` in a slot. Parties take slots round-robin: a flood of one delays only itself.
   * @throws AppError too-many-requests (party has too many waiting), unavailable (full or too late): `work` is not run
   */
  run<T>(party: string, work: () => Promise<T>): Promise<T>;
};

type Waiter = { begin(): void; giveUp(): void; deadline: number };

export function createFairQueue(limits: QueueLimits): FairQueue {
  const { atOnce, waitingPerParty, waitingInAll, onTooMany } = limits;
  let running = 0;
  /** In the order of their next slot; contains only parties with waiters. */
  const parties = new Map<string, Waiter[]>();
  const waitingOf = (party: string): number => parties.get(party)?.length ?? 0;
  const waiting = (): number => [...parties.values()].reduce((sum, all) => sum + all.length, 0);

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

  /** Passes a free slot to the next party, which moves to the end. */
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
      // The slot is passed on, so `running` stays the same.
      else await place(party);
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
