import type { VoucherMethod } from '@g2/terms/payments';
import Stripe from 'stripe';
import type { Payer } from '../payers/domain/payer.ts';
import type { CallOptions } from './ask.ts';
import type { Refund, RefundStatus } from './domain/refunds.ts';
import { methodData, VOUCHER_OPTIONS } from './payer-params.ts';

/** A code to be shown for an intent by Pix or boleto, to this payer. */
export type NewVoucher = { intentId: string; idempotencyKey: string; method: VoucherMethod; payer: Payer };

export const PAYER_REFUSED =
  'O provedor de pagamentos não aceitou os dados do pagador. Confira CPF/CNPJ, e-mail e endereço.';

/** Stripe's own word on what was told of the payer is the payer's to mend; any other refusal is not. */
export async function confirmOnce(
  stripe: Stripe,
  { intentId, idempotencyKey, method, payer }: NewVoucher,
  options: CallOptions,
): Promise<Stripe.PaymentIntent | 'refused'> {
  const params: Stripe.PaymentIntentConfirmParams = {
    payment_method_data: methodData(method, payer),
    payment_method_options: { [method]: VOUCHER_OPTIONS[method] },
  };
  try {
    return await stripe.paymentIntents.confirm(intentId, params, { ...options, idempotencyKey });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && isOfPayer(error)) return 'refused';
    throw error;
  }
}

const isOfPayer = ({ code, param }: Stripe.errors.StripeInvalidRequestError): boolean =>
  code !== 'payment_intent_incompatible_payment_method' &&
  (/billing_details|tax_id|^(state|postal_code)$/.test(param ?? '') ||
    /tax_id|postal_code|email/.test(code ?? ''));

/** Null where it cannot be cancelled: what moves or has moved, and a boleto before its day. */
export async function cancelOnce(
  stripe: Stripe,
  id: string,
  options: CallOptions,
): Promise<Stripe.PaymentIntent | null> {
  try {
    return await stripe.paymentIntents.cancel(id, {}, options);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== 'resource_missing')
      return null;
    throw error;
  }
}

export async function refundOnce(
  stripe: Stripe,
  intentId: string,
  options: CallOptions & { idempotencyKey: string },
): Promise<Refund | 'disputed'> {
  try {
    return refundFacts(await stripe.refunds.create({ payment_intent: intentId }, options));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_disputed') return 'disputed';
    throw error;
  }
}

export const refundFacts = ({ id, amount, status, created }: Stripe.Refund): Refund => ({
  id,
  amount,
  status: refundStatus(status),
  createdAt: fromSeconds(created),
});

export const fromSeconds = (seconds: number): Date => new Date(seconds * 1_000);

/** Where an action of the customer's is awaited, the money is on its way too. */
function refundStatus(status: string | null): RefundStatus {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
