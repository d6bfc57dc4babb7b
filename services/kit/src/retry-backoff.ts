import { classifyFailure, type FailureClass } from './failure-class.ts';

/** Delays after refusals, ms: an event may precede one it depends on. After the last it becomes a dead letter. */
const REFUSED_MS = [100, 300, 1_000, 3_000, 10_000];
/** Back-off during an outage: about half its duration so far, at most five minutes. */
const OUTAGE_BACKOFF = { firstMs: 200, factor: 1.5, mostMs: 300_000 };
/** When an event is overdue for this long, another replica has taken it, ms. */
const FORGET_MS = 60_000;

type FailureRecord = { refusals: number; outages: number; time: Date; due: number };

/** Retry after `delayMs`, or give up. */
type RetryDecision = { delayMs: number; failureClass: FailureClass } | { giveUp: true };

/** Counts failures per event in memory, not deliveries: an event returned unhandled at a stop does not count. */
export type RetryBackoff = {
  failed(eventId: string, time: Date, error: unknown, now: number): RetryDecision;
  done(eventId: string): void;
  /** Age of the oldest event that waits for a retry, seconds. */
  oldestSeconds(now: number): number;
};

export function createRetryBackoff(): RetryBackoff {
  const records = new Map<string, FailureRecord>();
  const dropOverdue = (now: number) => {
    for (const [id, { due }] of records) if (due + FORGET_MS < now) records.delete(id);
  };
  return {
    failed(eventId, time, error, now) {
      const record = records.get(eventId) ?? { refusals: 0, outages: 0, time, due: now };
      const failureClass = classifyFailure(error);
      const delayMs =
        failureClass === 'refused' ? REFUSED_MS[record.refusals++] : outageDelay(record.outages++);
      if (delayMs === undefined) {
        records.delete(eventId);
        return { giveUp: true };
      }
      record.due = now + delayMs;
      records.set(eventId, record);
      dropOverdue(now);
      return { delayMs, failureClass };
    },
    done: (eventId) => void records.delete(eventId),
    oldestSeconds(now) {
      dropOverdue(now);
      const oldest = Math.min(now, ...[...records.values()].map(({ time }) => time.getTime()));
      return Math.max(0, now - oldest) / 1_000;
    },
  };
}

/** @param outages number of earlier failures of the event during outages */
const outageDelay = (outages: number): number =>
  Math.round(
    Math.min(OUTAGE_BACKOFF.mostMs, OUTAGE_BACKOFF.firstMs * OUTAGE_BACKOFF.factor ** Math.min(outages, 40)),
  );
