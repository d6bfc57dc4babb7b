import Stripe from 'stripe';
import type { Refund, RefundStatus } from '../domain/intent.ts';
import type { NewVoucher } from '../payments/provider.ts';
import type { CallOptions } from './call.ts';
import { paymentMethodData, VOUCHER_OPTIONS } from './payer-params.ts';

export const PAYER_REFUSED =
  'O provedor de pagamentos não aceitou os dados do pagador. Confira CPF/CNPJ, e-mail e endereço.';

/** @returns 'refused' when Stripe rejects the payer's data @throws any other error */
export async function confirmIntent(
  stripe: Stripe,
  { intentId, idempotencyKey, method, payer }: NewVoucher,
  options: CallOptions,
): Promise<Stripe.PaymentIntent | 'refused'> {
  const params: Stripe.PaymentIntentConfirmParams = {
    payment_method_data: paymentMethodData(method, payer),
    payment_method_options: { [method]: VOUCHER_OPTIONS[method] },
  };
  try {
    return await stripe.paymentIntents.confirm(intentId, params, { ...options, idempotencyKey });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && isPayerError(error)) return 'refused';
    throw error;
  }
}

const isPayerError = ({ code, param }: Stripe.errors.StripeInvalidRequestError): boolean =>
  code !== 'payment_intent_incompatible_payment_method' &&
  (/billing_details|tax_id|^(state|postal_code)$/.test(param ?? '') ||
    /tax_id|postal_code|email/.test(code ?? ''));

/** Null when Stripe cannot cancel the intent: its money moves or has moved, or its boleto has not expired. */
export async function cancelIntent(
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

export async function createRefund(
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

/** `requires_action` counts as pending. */
function refundStatus(status: string | null): RefundStatus {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
