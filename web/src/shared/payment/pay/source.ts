import type { OpenPaymentAnswer } from '@g2/gateway/contract/open-payments';
import type { PaymentIntentBody } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';

/** What is paid for. Must stay the same object as long as it is the same thing. */
export interface PaymentSource {
  /** What can be paid on already, and who is likely to pay. A failure counts as nothing. */
  readonly read: () => Promise<OpenPaymentAnswer>;
  /** Begins the payment, or goes on with the open one; another method ends what is open. */
  readonly begin: (way: PaymentIntentBody, idempotencyKey: string) => Promise<PaymentIntentAnswer>;
  /**
   * It can be paid but once: beginning again goes on with the same payment, whose payer may be changed, and another method
   * takes its place. False where each beginning buys anew.
   */
  readonly isOnce: boolean;
}
