import type { VoucherMethod } from '@g2/terms/payments';

/** What Stripe says of a payment intent, as far as it decides anything. Amounts in cents. */
export type IntentFacts = {
  id: string;
  status: string;
  amount: number;
  amountReceived: number;
  currency: string;
  livemode: boolean;
  metadata: Record<string, string>;
  /** Of the last card; null when none was declined, or another went through since. */
  decline: Decline | null;
  /** What the payer is shown while a Pix or boleto waits; none otherwise. */
  voucher?: Voucher | null;
};

/** A Pix or boleto that waits for its payment; the provider has it, it is kept in no table here. */
export type Voucher = {
  method: VoucherMethod;
  /** To be copied: the Pix text, or the boleto's line of digits. */
  code: string;
  expiresAt: Date | null;
  /** The provider's page with it. */
  url: string | null;
  pdf: string | null;
};

/** Why a card was declined, in the provider's words: its decline code, else its error code. */
export type Decline = { code: string; message: string };

/** A decline as rows keep it. */
export const declineColumns = (decline: Decline | null) => ({
  declineCode: decline?.code ?? null,
  declineMessage: decline?.message ?? null,
});

/** The same, read from a row. */
export const declineIn = (row: ReturnType<typeof declineColumns>): Decline | null =>
  row.declineCode === null ? null : { code: row.declineCode, message: row.declineMessage ?? '' };

/** What our row says it must be. `intentId` is null until it was stored. */
export type Expected = {
  intentId: string | null;
  amount: number;
  livemode: boolean;
  metadata: Record<string, string>;
};

export const CURRENCY = 'brl';

/** An intent nobody paid for this long is cancelled, ms. */
const ABANDONED_MS = 7 * 24 * 3_600_000;

/** When what began then, or could be paid until then, is given up: banks tell of a boleto days after its last day. */
export const isAbandoned = (
  { createdAt, voucherExpiresAt }: { createdAt: Date; voucherExpiresAt: Date | null },
  now: Date,
): boolean => now.getTime() - (voucherExpiresAt ?? createdAt).getTime() > ABANDONED_MS;

/** Intents from before then are given up. */
export const abandonedBefore = (now: Date): Date => new Date(now.getTime() - ABANDONED_MS);

/** Stripe changes an intent no more once it is one of these. */
export const isFinal = (status: string | null): boolean => status === 'succeeded' || status === 'canceled';

/** States in which money moves, or has moved: no second way to pay may be opened. */
export const isMoving = (status: string): boolean =>
  status === 'succeeded' || status === 'processing' || status === 'requires_capture';

/**
 * Compares an intent with our row (api-rules R7): the first thing that differs, or null. Such an intent moves
 * nothing here.
 */
export function mismatchOf(intent: IntentFacts, expected: Expected): string | null {
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
