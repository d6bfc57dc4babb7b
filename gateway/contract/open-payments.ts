import { z } from 'zod';
import { cents, id, pageOf } from './common.ts';
import { payer, voucher } from './payers.ts';
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

/** A registration that waits for a Pix or boleto; without its code while the provider cannot be read. */
const openVoucher = z
  .object({ registrationId: id, amount: cents, voucher: voucher.extend({ code: z.string().nullable() }) })
  .meta({ id: 'OpenVoucher' });
export type OpenVoucher = z.infer<typeof openVoucher>;

export const openVoucherPage = pageOf(openVoucher).meta({ id: 'OpenVoucherPage' });
