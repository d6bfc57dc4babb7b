import type { Decision } from '@g2/terms/decision';
import type { Voucher } from './intent.ts';

/** A ledger entry to write. `delta` in hundredths of a credit, never zero. */
export type SystemEntry = {
  userId: string;
  delta: number;
  reason: string;
  referenceType: 'registration' | 'purchase' | 'transaction';
  referenceId: string;
  /** Unique key made of kind and attempt id, so that the entry is written only once (api-rules R6). */
  operationKey: string;
};

/** A message to admins, without personal data. Amount in cents. */
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
  /** Flag, closure or failed refund of a registration's payment changed. */
  | { kind: 'flag-changed' }
  | { kind: 'given-back'; transferredOn: string; reference: string }
  /** Partial refund of a registration's payment, or any refund of a purchase. `failed`: it failed later. */
  | { kind: 'refunded'; failed: boolean }
  /** Captured money of an ended or refused attempt must be returned. The payer is notified. */
  | { kind: 'to-return' }
  | { kind: 'purchase-completed' }
  | { kind: 'boleto-issued'; code: string; pdf: string | null; expiresAt: Date }
  | { kind: 'alert'; alert: Alert };

export type Decided<State> = Decision<State, Fact, { entries: SystemEntry[] }>;

export const decision = <State>(
  next: State,
  facts: Fact[] = [],
  entries: SystemEntry[] = [],
): Decided<State> => ({ next, facts, entries });

/** The `boleto-issued` fact of an attempt's first boleto code, else nothing. @param before expiry of an earlier code */
export const boletoIssued = (before: Date | null, voucher: Voucher | null | undefined): Fact[] => {
  if (before !== null || voucher?.method !== 'boleto' || voucher.expiresAt === null) return [];
  const { code, pdf, expiresAt } = voucher;
  return [{ kind: 'boleto-issued', code, pdf, expiresAt }];
};
