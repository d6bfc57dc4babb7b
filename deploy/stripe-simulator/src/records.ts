import type Stripe from 'stripe';

/** Payment methods that show the payer a code, which is paid outside, for example in a bank's app. */
export const VOUCHER_TYPES = ['pix', 'boleto'] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];
export const METHOD_TYPES = ['card', ...VOUCHER_TYPES] as const;

/** A Stripe object with optional fields, except those in `K`, which the simulator reads. */
type Fields<T, K extends keyof T> = Partial<T> & Pick<T, K>;

export type PaymentMethodRecord = Fields<Omit<Stripe.PaymentMethod, 'card'>, 'id' | 'type'> & {
  card?: Partial<Stripe.PaymentMethod.Card>;
};

export type PaymentErrorRecord = Omit<Stripe.PaymentIntent.LastPaymentError, 'payment_method'> & {
  payment_method: PaymentMethodRecord;
};

export type PaymentIntentRecord = Fields<
  Omit<Stripe.PaymentIntent, 'last_payment_error' | 'latest_charge' | 'payment_method'>,
  | 'id'
  | 'object'
  | 'amount'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'description'
  | 'metadata'
  | 'payment_method_types'
  | 'receipt_email'
  | 'status'
> & {
  last_payment_error: PaymentErrorRecord | null;
  latest_charge: string | null;
  payment_method: string | null;
};

export type ChargeRecord = Fields<
  Omit<Stripe.Charge, 'payment_intent' | 'payment_method_details'>,
  | 'id'
  | 'object'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'refunded'
> & { payment_intent: string; payment_method_details: { type: string } };

type OfCharge = { payment_intent: string; charge: string };

export type RefundRecord = OfCharge &
  Fields<
    Omit<Stripe.Refund, keyof OfCharge>,
    'id' | 'object' | 'amount' | 'created' | 'metadata' | 'reason' | 'status'
  >;

export type DisputeRecord = OfCharge &
  Fields<
    Omit<Stripe.Dispute, keyof OfCharge | 'evidence_details'>,
    'id' | 'object' | 'created' | 'status'
  > & { evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by'> };
