import type { VoucherMethod } from '@g2/terms/payments';
import type Stripe from 'stripe';
import type { Payer, PayerAddress } from '../payers/domain/payer.ts';

/** Expiry of a code. Pix: one day (Stripe accepts 60 s to 14 days). Boleto: end of the third day (0 to 60 days). */
export const VOUCHER_OPTIONS = {
  pix: { expires_after_seconds: 86_400 },
  boleto: { expires_after_days: 3 },
} as const;

export function paymentMethodData(
  method: VoucherMethod,
  payer: Payer,
): Stripe.PaymentIntentConfirmParams.PaymentMethodData {
  const { name, taxId, email, address } = payer;
  const billing = { name, ...(email === null ? {} : { email }) };
  if (method === 'pix') return { type: 'pix', billing_details: { ...billing, tax_id: taxId } };
  const place = address === null ? {} : { address: stripeAddress(address) };
  return { type: 'boleto', billing_details: { ...billing, ...place }, boleto: { tax_id: taxId } };
}

function stripeAddress(address: PayerAddress): Stripe.AddressParam {
  const { line1, number, complement, district, city, state, postalCode } = address;
  return {
    line1: `${line1}, ${number}`,
    line2: [complement, district].filter((part) => part !== '').join(', '),
    city,
    state,
    postal_code: postalCode,
    country: 'BR',
  };
}
