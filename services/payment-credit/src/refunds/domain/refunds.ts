import type { RefundState } from '@g2/terms/payments';
import type { Refund, RefundStatus } from '../../domain/intent.ts';

/** Totals over all refunds of an intent, in cents. */
export type RefundSummary = {
  done: number;
  /** Cents of refunds that are done or pending. */
  live: number;
  /** Cents of refunds that failed since the last read. */
  newlyFailed: number;
  all: readonly Refund[];
};

/** State over all refunds of a payment; a failed one counts until a newer one is made. @param paid cents */
export function refundStateOf(refunds: readonly Refund[], paid: number): RefundState | null {
  if (refunds.some(({ status }) => status === 'pending')) return 'pending';
  const done = refunds.filter(({ status }) => status === 'succeeded');
  if (done.length > 0 && done.reduce((cents, one) => cents + one.amount, 0) >= paid) return 'done';
  const newest = refunds.toSorted(byTime).at(-1);
  if (newest?.status === 'failed') return 'failed';
  return done.length > 0 ? 'done' : null;
}

const byTime = (a: Refund, b: Refund): number =>
  (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0) || (a.id < b.id ? -1 : 1);

const STATUS_ORDER: Record<RefundStatus, number> = { pending: 0, succeeded: 1, failed: 2 };

/** A refund's status only moves forward (pending, succeeded, failed), so reads may arrive in any order. */
export function mergeRefunds(
  known: readonly Refund[],
  read: readonly Refund[],
): { changed: Refund[]; news: RefundSummary } {
  const all = new Map(known.map((one) => [one.id, one]));
  const changed = new Map<string, Refund>();
  let newlyFailed = 0;
  for (const refund of read) {
    const before = all.get(refund.id);
    if (before && STATUS_ORDER[before.status] >= STATUS_ORDER[refund.status]) continue;
    if (refund.status === 'failed') newlyFailed += refund.amount;
    all.set(refund.id, refund);
    changed.set(refund.id, refund);
  }
  const sum = (...statuses: RefundStatus[]): number =>
    [...all.values()]
      .filter((one) => statuses.includes(one.status))
      .reduce((cents, one) => cents + one.amount, 0);
  return {
    changed: [...changed.values()],
    news: { done: sum('succeeded'), live: sum('pending', 'succeeded'), newlyFailed, all: [...all.values()] },
  };
}
