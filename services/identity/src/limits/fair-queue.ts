import { requestContext } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';

export type QueueLimits = {
  atOnce: number;
  waitingPerParty: number;
  waitingInAll: number;
  /** Called each time a party is refused because it has too many waiting tasks. */
  onRefused?: () => void;
};

type Waiter = { begin(): void; cancel(): void; deadline: number };

export function createFairQueue({ atOnce, waitingPerParty, waitingInAll, onRefused }: QueueLimits) {
  let running = 0;
  /** Parties with waiting tasks, in the order in which they get the next slots. */
  const parties = new Map<string, Waiter[]>();
  const waitingOf = (party: string): number => parties.get(party)?.length ?? 0;
  const waiting = (): number => [...parties.values()].reduce((sum, all) => sum + all.length, 0);

  const dropExpiredWaiters = () => {
    for (const [party, waiters] of parties) {
      const live = waiters.filter((waiter) => waiter.deadline > Date.now());
      for (const waiter of waiters) if (!live.includes(waiter)) waiter.cancel();
      if (live.length > 0) parties.set(party, live);
      else parties.delete(party);
    }
  };

  const waitForSlot = (party: string): Promise<void> => {
    if (waitingOf(party) >= waitingPerParty || waiting() >= waitingInAll) dropExpiredWaiters();
    if (waitingOf(party) >= waitingPerParty) {
      onRefused?.();
      throw new AppError('too-many-requests', { retryAfter: 1 });
    }
    if (waiting() >= waitingInAll) throw new AppError('unavailable', { retryAfter: 1 });
    return new Promise((begin, reject) => {
      const cancel = () => reject(new AppError('unavailable', { retryAfter: 1 }));
      const deadline = requestContext.getStore()?.deadline ?? Number.POSITIVE_INFINITY;
      parties.set(party, [...(parties.get(party) ?? []), { begin, cancel, deadline }]);
    });
  };

  /** Passes a free slot to the next party, which then moves to the end of the order. */
  const passSlotOn = () => {
    dropExpiredWaiters();
    const [nextParty] = parties;
    if (!nextParty) {
      running--;
      return;
    }
    const [party, [first, ...rest]] = nextParty;
    parties.delete(party);
    if (rest.length > 0) parties.set(party, rest);
    first?.begin();
  };

  return {
    /**
     * Runs `task` in a slot. Parties get slots in turn, so that a flood of tasks of one party delays only that party.
     * @throws AppError too-many-requests (the party has too many waiting tasks), unavailable (queue full, or deadline
     * passed); `task` is then not run
     */
    async run<T>(party: string, task: () => Promise<T>): Promise<T> {
      if (running < atOnce) running++;
      // The finished task hands over its slot, so `running` stays the same.
      else await waitForSlot(party);
      try {
        return await task();
      } finally {
        passSlotOn();
      }
    },
  };
}
