import { z } from 'zod';
import { cents, id, pageOf } from './common.ts';
import { payer, voucher } from './payers.ts';
import { creditPurchaseIntentAnswer, paymentIntentAnswer } from './payments.ts';

/** `intent` is null when no payment is open. `payer` is the payer last used, else the applicant. */
export const openPaymentAnswer = z
  .object({ intent: paymentIntentAnswer.nullable(), payer: payer.nullable() })
  .meta({ id: 'OpenPayment' });
export type OpenPaymentAnswer = z.infer<typeof openPaymentAnswer>;

export const openPurchaseAnswer = z
  .object({ intent: creditPurchaseIntentAnswer.nullable(), payer: payer.nullable() })
  .meta({ id: 'OpenPurchase' });

/** Registration with an open payment by Pix or boleto. `code` is null while the provider is unavailable. */
const openVoucher = z
  .object({ registrationId: id, amount: cents, voucher: voucher.extend({ code: z.string().nullable() }) })
  .meta({ id: 'OpenVoucher' });
export type OpenVoucher = z.infer<typeof openVoucher>;

export const openVoucherPage = pageOf(openVoucher).meta({ id: 'OpenVoucherPage' });
