import type { ProviderMethod, VoucherMethod } from '@g2/terms/payments';

/** The fields of a provider's payment intent used here, with Stripe's words for its status. Amounts in cents. */
export type IntentFacts = {
  id: string;
  status: string;
  amount: number;
  amountReceived: number;
  currency: string;
  livemode: boolean;
  metadata: Record<string, string>;
  /** Last payment error: a declined card or an expired code. Null without one or after a later success. */
  decline: Decline | null;
  /** Present while a Pix or boleto waits for payment. */
  voucher?: Voucher | null;
};

/** A Pix or boleto code. It is read from the provider each time and never stored here. */
export type Voucher = {
  method: VoucherMethod;
  /** Pix copy-and-paste text, or the boleto's digits. */
  code: string;
  expiresAt: Date | null;
  /** Page of the provider that shows the code. */
  url: string | null;
  pdf: string | null;
};

/** A succeeded refund may still fail weeks later. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** Cents. */
export type Refund = { id: string; amount: number; status: RefundStatus; createdAt?: Date | null };

/** True for Pix and boleto: the payer gets a code and pays it elsewhere, possibly later or never. */
export const isByVoucher = ({ providerMethod }: { providerMethod: ProviderMethod | null }): boolean =>
  providerMethod === 'pix' || providerMethod === 'boleto';

/** The provider's decline code, else its error code. */
export type Decline = { code: string; message: string };

export const declineColumns = (decline: Decline | null) => ({
  declineCode: decline?.code ?? null,
  declineMessage: decline?.message ?? null,
});

export const declineOfRow = (row: ReturnType<typeof declineColumns>): Decline | null =>
  row.declineCode === null ? null : { code: row.declineCode, message: row.declineMessage ?? '' };

/** What an intent must match, taken from our row. `intentId` is null until the row stores it. */
export type ExpectedIntent = {
  intentId: string | null;
  amount: number;
  livemode: boolean;
  metadata: Record<string, string>;
};

export const CURRENCY = 'brl';

/** An intent that stays unpaid for this long is cancelled, ms. */
const ABANDON_AFTER_MS = 7 * 24 * 3_600_000;

/** Counts from the expiry of the Pix or boleto code, if any: banks report a paid boleto days after it. */
export const isAbandoned = (
  { createdAt, voucherExpiresAt }: { createdAt: Date; voucherExpiresAt: Date | null },
  now: Date,
): boolean => now.getTime() - (voucherExpiresAt ?? createdAt).getTime() > ABANDON_AFTER_MS;

export const abandonedBefore = (now: Date): Date => new Date(now.getTime() - ABANDON_AFTER_MS);

/** True when the provider will not change the intent's status any more. */
export const isFinal = (status: string | null): boolean => status === 'succeeded' || status === 'canceled';

/** True when money is moving or has moved, so that no other payment may start. */
export const isMoneyMoving = (status: string): boolean =>
  status === 'succeeded' || status === 'processing' || status === 'requires_capture';

/** First difference between an intent and our row (pt-BR), or null. A mismatch moves no money (api-rules R7). */
export function mismatchOf(intent: IntentFacts, expected: ExpectedIntent): string | null {
  if (expected.intentId !== null && expected.intentId !== intent.id) return 'outro payment intent';
  if (intent.livemode !== expected.livemode) return 'livemode diferente';
  if (intent.currency !== CURRENCY) return `moeda ${intent.currency}`;
  if (intent.amount !== expected.amount) return `valor ${intent.amount}, esperado ${expected.amount}`;
  if (intent.status === 'succeeded' && intent.amountReceived !== expected.amount) {
    return `recebido ${intent.amountReceived}, esperado ${expected.amount}`;
  }
  for (const [key, value] of Object.entries(expected.metadata)) {
    if (intent.metadata[key] !== value) return `metadado ${key} diferente`;
  }
  return null;
}
