import { setTimeout as sleep } from 'node:timers/promises';
import { untraced } from '@g2/kit/telemetry';
import type { PaymentStatus } from './domain/registration-payment.ts';
import type { Database } from './store.ts';
import { statusesOf } from './store-payments.ts';

const LOOK_EVERY_MS = 20;
const DECIDED = new Set<PaymentStatus>(['settled', 'given_back', 'giving_back', 'cancelled', 'failed']);

/** Waits for the registration's word on captured payments. */
export type Settlements = {
  /** The status a payment was decided to, or undefined when it was not within `ms`. */
  wait(paymentId: string, ms: number): Promise<PaymentStatus | undefined>;
};

type Waiter = { until: number; done: (status: PaymentStatus | undefined) => void };

/**
 * One look for all who wait: the word may reach another replica, so the row is what is watched, in one statement
 * however many wait.
 */
export function watchSettlements(db: Database): Settlements {
  const waiting = new Map<string, Set<Waiter>>();
  let looking = false;

  const look = async () => {
    const seen = await statusesOf(db, [...waiting.keys()]);
    const now = Date.now();
    for (const [id, waiters] of waiting) {
      const status = seen.get(id);
      const decided = status !== undefined && DECIDED.has(status);
      for (const waiter of waiters) {
        if (!decided && now < waiter.until) continue;
        waiters.delete(waiter);
        waiter.done(decided ? status : undefined);
      }
      if (waiters.size === 0) waiting.delete(id);
    }
  };
  const keepLooking = async () => {
    looking = true;
    while (waiting.size > 0) {
      // A failed look ends nothing: the next one, or the waiters' own limit, decides.
      await look().catch(() => expire(waiting));
      await sleep(LOOK_EVERY_MS);
    }
    looking = false;
  };

  return {
    wait: (paymentId, ms) =>
      new Promise((done) => {
        const waiters = waiting.get(paymentId) ?? new Set();
        waiters.add({ until: Date.now() + ms, done });
        waiting.set(paymentId, waiters);
        // It serves all who wait, not the one whose request began it.
        if (!looking) void untraced(keepLooking);
      }),
  };
}

function expire(waiting: Map<string, Set<Waiter>>): void {
  for (const [id, waiters] of waiting) {
    for (const waiter of waiters) {
      if (Date.now() < waiter.until) continue;
      waiters.delete(waiter);
      waiter.done(undefined);
    }
    if (waiters.size === 0) waiting.delete(id);
  }
}
