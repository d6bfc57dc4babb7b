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

/** Something an admin must know: no personal data, ids only. */
export type Alert = { kind: string; text: string };

/** What a change of a payment or a purchase brings about, carried out in the transaction that saves it. */
export type Outcome<T> = {
  next: T;
  facts: Fact[];
  entries: SystemEntry[];
};

export type Fact =
  | { kind: 'settled' }
  | { kind: 'flag-changed' }
  | { kind: 'purchase-completed' }
  | { kind: 'alert'; alert: Alert };

export const outcome = <T>(next: T, facts: Fact[] = [], entries: SystemEntry[] = []): Outcome<T> => ({
  next,
  facts,
  entries,
});

export const alert = (kind: string, text: string): Fact => ({ kind: 'alert', alert: { kind, text } });
