import type { CreditTransaction } from '@g2/gateway/contract/payments';

export type BalanceChange = Pick<CreditTransaction, 'createdAt' | 'delta' | 'balanceAfter'>;

/**
 * Points of the balance chart: `balance` in hundredths of a credit at `time` in ms, up to `now`.
 * @param transactions newest first
 */
export function balancePoints(transactions: readonly BalanceChange[], now: number) {
  const oldestFirst = transactions.toReversed();
  const [first] = oldestFirst;
  const last = oldestFirst.at(-1);
  if (first === undefined || last === undefined) return [];
  const start = Date.parse(first.createdAt);
  const end = Math.max(now, Date.parse(last.createdAt));
  // The chart starts slightly before the first transaction, so that the first step is not drawn on the axis.
  const startPoint = {
    time: start - Math.max(1000, (end - start) * 0.04),
    balance: first.balanceAfter - first.delta,
  };
  return [
    startPoint,
    ...oldestFirst.map(({ createdAt, balanceAfter }) => ({
      time: Date.parse(createdAt),
      balance: balanceAfter,
    })),
    { time: end, balance: last.balanceAfter },
  ];
}
