import type { SystemEntry } from '../../domain/decision.ts';

/** An account as the ledger left it. Hundredths of a credit. */
export type Account = { balance: number; owed: number };

/**
 * What is owed is paid first by whatever credits come (api-rules R7), and never makes the balance negative.
 * @param entryId of the ledger entry that brought credits
 * @returns the entry that settles what it can, or undefined when nothing is owed
 */
export function settlementOf(userId: string, account: Account, entryId: string): SystemEntry | undefined {
  const paid = Math.min(account.owed, account.balance);
  if (paid <= 0) return undefined;
  return {
    userId,
    delta: -paid,
    reason: 'Quitação de estorno em aberto',
    referenceType: 'transaction',
    referenceId: entryId,
    operationKey: `owed:${entryId}`,
  };
}
