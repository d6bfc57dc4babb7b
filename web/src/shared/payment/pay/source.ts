import type { OpenPaymentAnswer } from '@g2/gateway/contract/open-payments';
import type { PaymentIntentBody } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';

/** The subject of a payment. Must be the same object on every render, because effects depend on it. */
export interface PaymentSource {
  /** Reads the open payment and the likely payer. A failure counts as no open payment. */
  readonly read: () => Promise<OpenPaymentAnswer>;
  /** Starts the payment or returns the open one; another method cancels the open one. */
  readonly begin: (body: PaymentIntentBody, idempotencyKey: string) => Promise<PaymentIntentAnswer>;
  /**
   * True if the subject can be paid only once: `begin` then continues the same payment, and another method replaces it.
   * False if each `begin` is a new purchase.
   */
  readonly isOnce: boolean;
}
