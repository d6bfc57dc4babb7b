import type Stripe from 'stripe';

export type PaymentMethodRecord = Stripe.PaymentMethod;
export type PaymentIntentRecord = Omit<Stripe.PaymentIntent, 'latest_charge' | 'payment_method'> & {
  latest_charge: string | null;
  payment_method: string | null;
};
export type ChargeRecord = Omit<Stripe.Charge, 'payment_intent'> & { payment_intent: string };
export type RefundRecord = Omit<Stripe.Refund, 'payment_intent' | 'charge'> & {
  payment_intent: string;
  charge: string;
};
export type DisputeRecord = Omit<Stripe.Dispute, 'payment_intent' | 'charge'> & {
  payment_intent: string;
  charge: string;
};

/** Methods paid outside, with a code shown to the payer. */
export const VOUCHER_TYPES = ['pix', 'boleto'] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];
export const METHOD_TYPES = ['card', ...VOUCHER_TYPES] as const;
