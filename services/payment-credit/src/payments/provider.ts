import { requestContext } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import type { ProviderMethod, VoucherMethod } from '@g2/terms/payments';
import type { IntentFacts, Refund } from '../domain/intent.ts';
import type { Payer } from '../payers/domain/payer.ts';

export type NewIntent = {
  idempotencyKey: string;
  method: ProviderMethod;
  amount: number;
  metadata: Record<string, string>;
  description: string;
};

export type NewVoucher = { intentId: string; idempotencyKey: string; method: VoucherMethod; payer: Payer };

/** `clientSecret` lets the browser confirm the intent; it is never stored. */
export type OpenIntent = { facts: IntentFacts; clientSecret: string };

/** Calls to the payment provider. Absent objects are null; every other failure is AppError unavailable. */
export type PaymentProvider = {
  /** Objects of the other mode are never ours. */
  readonly livemode: boolean;
  createIntent(it: NewIntent): Promise<OpenIntent>;
  /**
   * Returns the current state, even if another call confirmed it; null if unknown.
   * @throws AppError invalid-input when the provider refuses the payer's data
   */
  issueVoucher(it: NewVoucher): Promise<OpenIntent | null>;
  retrieveIntent(id: string): Promise<OpenIntent | null>;
  /** Cancels if possible; returns the current state either way. */
  cancelIntent(id: string): Promise<IntentFacts | null>;
  /** 'disputed': the bank already took the money; null: nothing is left or the provider cannot refund it. */
  refund(intentId: string, idempotencyKey: string): Promise<Refund | 'disputed' | null>;
  refundsOf(intentId: string): Promise<Refund[]>;
};

/** Shortens the deadline of the calls in `work` to `ms`. No effect outside a request. */
export function withTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const context = requestContext.getStore();
  if (!context) return work();
  const deadline = Math.min(context.deadline ?? Number.POSITIVE_INFINITY, Date.now() + ms);
  return requestContext.run({ ...context, deadline }, work);
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'unavailable';
