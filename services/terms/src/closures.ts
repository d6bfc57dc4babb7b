import { isOneOf } from './payments.ts';

/** Why a case is closed: its payment was returned in full, or the bank decided a dispute against us. */
export const CLOSURE_REASONS = ['refunded', 'dispute_lost'] as const;
export type ClosureReason = (typeof CLOSURE_REASONS)[number];
export const isClosureReason = isOneOf(CLOSURE_REASONS);

/** A closed case: the status stays, and no step follows. */
export type Closure = {
  reason: ClosureReason;
  /** When the money went back, not when it was noticed. */
  at: Date;
  /** Cents that went back. */
  amountCents: number;
};

/** As every screen, mail and document says it. */
export const CLOSURE_NAMES: Readonly<Record<ClosureReason, string>> = {
  refunded: 'Pagamento devolvido',
  dispute_lost: 'Contestação perdida',
};
