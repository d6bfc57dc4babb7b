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
  /** True in the provider's live mode. An object of the other mode is never ours. */
  readonly livemode: boolean;
  createIntent(it: NewIntent): Promise<OpenIntent>;
  /**
   * Confirms the intent, which issues its code. Returns the current state, also when another call confirmed
   * it before; null when the intent is unknown.
   * @throws AppError invalid-input when the provider refuses the payer's data
   */
  issueVoucher(it: NewVoucher): Promise<OpenIntent | null>;
  retrieveIntent(id: string): Promise<OpenIntent | null>;
  /** Cancels the intent if possible. Returns its current state in both cases; null when it is unknown. */
  cancelIntent(id: string): Promise<IntentFacts | null>;
  /** Refunds the rest. 'disputed': the bank took the money; null: nothing left, or the provider cannot refund it. */
  refund(intentId: string, idempotencyKey: string): Promise<Refund | 'disputed' | null>;
  refundsOf(intentId: string): Promise<Refund[]>;
};

/** Limits all calls in `work` together to `ms` from now. No effect outside a request. */
export function withTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const context = requestContext.getStore();
  if (!context) return work();
  const deadline = Math.min(context.deadline ?? Number.POSITIVE_INFINITY, Date.now() + ms);
  return requestContext.run({ ...context, deadline }, work);
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'unavailable';
