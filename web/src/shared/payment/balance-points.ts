import type { CreditTransaction } from '@g2/gateway/contract/payments';

export type BalanceChange = Pick<CreditTransaction, 'createdAt' | 'delta' | 'balanceAfter'>;

/** Balance (hundredths of a credit) over time (ms), up to `now`, of transactions that are listed newest first. */
export function balancePoints(transactions: readonly BalanceChange[], now: number) {
  const steps = transactions.toReversed();
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return [];
  const start = Date.parse(first.createdAt);
  const end = Math.max(now, Date.parse(last.createdAt));
  // Start slightly before the first transaction, so that the first step is not drawn on the axis.
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
