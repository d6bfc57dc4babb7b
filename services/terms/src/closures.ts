import { oneOfGuard } from './payments.ts';

/** Why a registration was closed: its payment was refunded in full, or a payment dispute was lost. */
export const CLOSURE_REASONS = ['refunded', 'dispute_lost'] as const;
export type ClosureReason = (typeof CLOSURE_REASONS)[number];
export const isClosureReason = oneOfGuard(CLOSURE_REASONS);

/** Closure of a registration. Its status does not change any more. */
export type Closure = {
  reason: ClosureReason;
  /** When the money was returned, not when the system learned of it. */
  at: Date;
  /** Returned amount, cents. */
  amountCents: number;
};

export const CLOSURE_NAMES: Readonly<Record<ClosureReason, string>> = {
  refunded: 'Pagamento devolvido',
  dispute_lost: 'Contestação perdida',
};
