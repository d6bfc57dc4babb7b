import { z } from 'zod';
import { payer } from './payers.ts';
import { creditPurchaseIntentAnswer, paymentIntentAnswer } from './payments.ts';

/** What can be paid on, null when nothing is open; and who is likely to pay: whom one named last, else the applicant. */
export const openPaymentAnswer = z
  .object({ intent: paymentIntentAnswer.nullable(), payer: payer.nullable() })
  .meta({ id: 'OpenPayment' });
export type OpenPaymentAnswer = z.infer<typeof openPaymentAnswer>;

export const openPurchaseAnswer = z
  .object({ intent: creditPurchaseIntentAnswer.nullable(), payer: payer.nullable() })
  .meta({ id: 'OpenPurchase' });
export type OpenPurchaseAnswer = z.infer<typeof openPurchaseAnswer>;
