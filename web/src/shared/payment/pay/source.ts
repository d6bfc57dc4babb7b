import type { OpenPaymentAnswer } from '@g2/gateway/contract/open-payments';
import type { PaymentIntentBody } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';

/** What is paid for. Must be the same object on every render, because effects depend on it. */
export interface PaymentSource {
  /** Reads the open payment and the suggested payer. A failure counts as no open payment. */
  readonly read: () => Promise<OpenPaymentAnswer>;
  /** Starts the payment or returns the open one. Another method cancels the open one. */
  readonly begin: (body: PaymentIntentBody, idempotencyKey: string) => Promise<PaymentIntentAnswer>;
  /**
   * True if only one payment is possible, as for a registration: `begin` continues it, and another method replaces it.
   * False if each `begin` is a new purchase.
   */
  readonly isSinglePayment: boolean;
}
