import type { Decision } from '@g2/terms/decision';

/** An entry the ledger must get: hundredths of a credit, never zero. */
export type SystemEntry = {
  userId: string;
  delta: number;
  reason: string;
  referenceType: 'registration' | 'purchase' | 'transaction';
  referenceId: string;
  /** attempt + kind: the ledger takes each once (contract rule 6). */
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
  | { kind: 'purchase-completed' }
  | { kind: 'alert'; alert: Alert };

/** What becomes of a payment or a purchase, with what the ledger gets in the same transaction. */
export type Decided<State> = Decision<State, Fact, { entries: SystemEntry[] }>;

export const decided = <State>(
  next: State,
  facts: Fact[] = [],
  entries: SystemEntry[] = [],
): Decided<State> => ({ next, facts, entries });
