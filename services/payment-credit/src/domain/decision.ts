import type { Decision } from '@g2/terms/decision';
import type { Voucher } from '../stripe/domain/intent.ts';

/** An entry the ledger must get: hundredths of a credit, never zero. */
export type SystemEntry = {
  userId: string;
  delta: number;
  reason: string;
  referenceType: 'registration' | 'purchase' | 'transaction';
  referenceId: string;
  /** attempt + kind: the ledger takes each once (api-rules R6). */
  operationKey: string;
};

/**
 * Something an admin must know, without personal data. Of one payment it says whose, what was paid for, how much (cents)
 * and what to do next.
 */
export type Alert = {
  kind: string;
  text: string;
  paymentId?: string;
  userId?: string;
  title?: string;
  amountCents?: number;
  dueBy?: Date;
  nextAction?: string;
};

export type Fact =
  | { kind: 'settled' }
  | { kind: 'flag-changed' }
  | { kind: 'given-back'; transferredOn: string; reference: string }
  /** A part of it went back, or, where it failed, did not after all. */
  | { kind: 'refunded'; failed: boolean }
  /** It came when it was no longer expected: its payer is told that it goes back. */
  | { kind: 'to-return' }
  | { kind: 'purchase-completed' }
  | { kind: 'boleto-issued'; code: string; pdf: string | null; expiresAt: Date }
  | { kind: 'alert'; alert: Alert };

/** What becomes of a payment or a purchase, with what the ledger gets in the same transaction. */
export type Decided<State> = Decision<State, Fact, { entries: SystemEntry[] }>;

export const decided = <State>(
  next: State,
  facts: Fact[] = [],
  entries: SystemEntry[] = [],
): Decided<State> => ({ next, facts, entries });

/** The payer is shown a boleto for the first time; nothing otherwise. @param before when it could be paid until, so far */
export const boletoIssued = (before: Date | null, voucher: Voucher | null | undefined): Fact[] => {
  if (before !== null || voucher?.method !== 'boleto' || voucher.expiresAt === null) return [];
  const { code, pdf, expiresAt } = voucher;
  return [{ kind: 'boleto-issued', code, pdf, expiresAt }];
};
