import { type Word, wordOf } from './failure.ts';

/** Delays after refusals, ms: an event may arrive before its cause. Then it becomes a dead letter. */
const REFUSED_MS = [100, 300, 1_000, 3_000, 10_000];
/** Back-off during an outage: about half its duration so far, at most five minutes. */
const TROUBLE = { firstMs: 200, factor: 1.5, mostMs: 300_000 };
/** After its due time plus this, another replica took the event, ms. */
const GONE_MS = 60_000;

type Record = { refusals: number; troubles: number; time: Date; due: number };

/** Retry after `wait` ms, or give up. */
type Verdict = { wait: number; word: Word } | { dead: true };

/** Counts failures, not deliveries: events returned unhandled do not count. In memory: lost at a restart. */
export type Waiting = {
  failed(eventId: string, time: Date, error: unknown, now: number): Verdict;
  done(eventId: string): void;
  /** Age of the oldest waiting event, seconds. */
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

/** @param troubles number of earlier failures */
const troubleWait = (troubles: number): number =>
  Math.round(Math.min(TROUBLE.mostMs, TROUBLE.firstMs * TROUBLE.factor ** Math.min(troubles, 40)));
