import type { CreditTransaction } from '@g2/gateway/contract/payments';

export interface BalancePoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Hundredths of a credit, from this moment on. */
  readonly balance: number;
}

/**
 * The course of a balance: what it was before the oldest of the transactions (newest first, as the server lists them),
 * after each of them, and still is `now` (ms). Empty without transactions.
 */
export function balancePoints(
  transactions: readonly Pick<CreditTransaction, 'createdAt' | 'delta' | 'balanceAfter'>[],
  now: number,
): BalancePoint[] {
  const steps = transactions.toReversed();
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return [];
  const start = Date.parse(first.createdAt);
  const end = Math.max(now, Date.parse(last.createdAt));
  // A little room before the first step, else its rise would lie on the axis.
  const before = {
    at: start - Math.max(1000, (end - start) * 0.04),
    balance: first.balanceAfter - first.delta,
  };
  return [
    before,
    ...steps.map(({ createdAt, balanceAfter }) => ({ at: Date.parse(createdAt), balance: balanceAfter })),
    { at: end, balance: last.balanceAfter },
  ];
}
