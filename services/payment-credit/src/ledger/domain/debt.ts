import type { SystemEntry } from '../../domain/decision.ts';

/** Hundredths of a credit. */
export type Account = { balance: number; owed: number };

/** Entry by which new credits pay the debt first (api-rules R7). @param entryId id of the entry that added credits */
export function debtPayment(userId: string, account: Account, entryId: string): SystemEntry | undefined {
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
