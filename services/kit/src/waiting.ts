import { type Word, wordOf } from './failure.ts';

/** Waits before the next try of what was refused, ms: it may have come before what it speaks of. Then it is poison. */
const REFUSED_MS = [100, 300, 1_000, 3_000, 10_000];
/**
 * Waits while the surroundings are in trouble: about half of the time it has lasted, so that little is waited for
 * once it is over; at most five minutes.
 */
const TROUBLE = { firstMs: 200, factor: 1.5, mostMs: 300_000 };
/** An event that has not come again so long after its time was taken by another replica, ms. */
const GONE_MS = 60_000;

type Record = { refusals: number; troubles: number; time: Date; due: number };

/** What became of an event that failed: try again after so long, or never. */
type Verdict = { wait: number; word: Word } | { dead: true };

/**
 * Counts the failures of events, not their deliveries: what was handed back unhandled, at a stop or while it was
 * being fetched, costs nothing. Kept in memory: a replica that begins afresh tries a few times more.
 */
export type Waiting = {
  failed(eventId: string, time: Date, error: unknown, now: number): Verdict;
  done(eventId: string): void;
  /** Age of the oldest event waiting, seconds. */
  oldestSeconds(now: number): number;
};

export function createWaiting(): Waiting {
  const records = new Map<string, Record>();
  const forgetGone = (now: number) => {
    for (const [id, { due }] of records) if (due + GONE_MS < now) records.delete(id);
  };
  return {
    failed(eventId, time, error, now) {
      const record = records.get(eventId) ?? { refusals: 0, troubles: 0, time, due: now };
      const word = wordOf(error);
      const wait = word === 'refused' ? REFUSED_MS[record.refusals++] : troubleWait(record.troubles++);
      if (wait === undefined) {
        records.delete(eventId);
        return { dead: true };
      }
      record.due = now + wait;
      records.set(eventId, record);
      forgetGone(now);
      return { wait, word };
    },
    done: (eventId) => void records.delete(eventId),
    oldestSeconds(now) {
      forgetGone(now);
      const oldest = Math.min(now, ...[...records.values()].map(({ time }) => time.getTime()));
      return Math.max(0, now - oldest) / 1_000;
    },
  };
}

/** @param troubles how often it failed before */
const troubleWait = (troubles: number): number =>
  Math.round(Math.min(TROUBLE.mostMs, TROUBLE.firstMs * TROUBLE.factor ** Math.min(troubles, 40)));
