import type { DisputeState, ProviderMethod, PurchaseStatus, RefundState } from '@g2/terms/payments';
import type { PackageType } from '@g2/terms/prices';
import { boletoIssued, type Decided, decision } from '../../domain/decision.ts';
import { declineColumns, type ExpectedIntent, type IntentFacts, isByVoucher } from '../../domain/intent.ts';
import type { Offer } from './packages.ts';

/** A purchase of credits. Credits in hundredths, the rest in cents. */
export type CreditPurchase = {
  id: string;
  userId: string;
  creditsAmount: number;
  priceInCents: number;
  packageType: PackageType;
  paymentIntentId: string | null;
  paymentIntentStatus: string | null;
  status: PurchaseStatus;
  refundedAmount: number;
  disputedAmount: number;
  /** Credits taken back so far; `shortCredits` of them were already spent and became debt. */
  reversedCredits: number;
  shortCredits: number;
  /** Number of changes of reversedCredits; part of the ledger's operation key. */
  reversals: number;
  completedAt: Date | null;
  createdAt: Date;
  /** Decline code of the last card tried; null when it was not declined. */
  declineCode: string | null;
  declineMessage: string | null;
  /** Null for a card purchase made before this column existed. */
  providerMethod: ProviderMethod | null;
  voucherExpiresAt: Date | null;
  refundState: RefundState | null;
  disputeState: DisputeState | null;
  disputeDueBy: Date | null;
};

/** A new purchase. It is stored before Stripe is called. */
export const newPurchase = (
  it: { id: string; userId: string; offer: Offer; providerMethod?: ProviderMethod },
  now: Date,
): CreditPurchase => ({
  id: it.id,
  userId: it.userId,
  creditsAmount: it.offer.credits,
  priceInCents: it.offer.priceInCents,
  packageType: it.offer.packageType,
  paymentIntentId: null,
  paymentIntentStatus: null,
  status: 'pending',
  refundedAmount: 0,
  disputedAmount: 0,
  reversedCredits: 0,
  shortCredits: 0,
  reversals: 0,
  completedAt: null,
  createdAt: now,
  providerMethod: it.providerMethod ?? 'card',
  voucherExpiresAt: null,
  refundState: null,
  disputeState: null,
  disputeDueBy: null,
  ...declineColumns(null),
});

/** Metadata of the purchase's intent, checked on every read. */
export const purchaseMetadata = (purchase: Pick<CreditPurchase, 'id' | 'userId'>) => ({
  kind: 'purchase',
  purchaseId: purchase.id,
  userId: purchase.userId,
});

export const expectedOf = (purchase: CreditPurchase, livemode: boolean): ExpectedIntent => ({
  intentId: purchase.paymentIntentId,
  amount: purchase.priceInCents,
  livemode,
  metadata: purchaseMetadata(purchase),
});

/** Applies an intent; idempotent and independent of order (api-rules R7). A success adds the credits once. */
export function applyIntent(
  purchase: CreditPurchase,
  intent: IntentFacts,
  now: Date,
): Decided<CreditPurchase> {
  if (purchase.status === 'completed') return decision(purchase);
  const next = {
    ...purchase,
    paymentIntentId: intent.id,
    paymentIntentStatus: intent.status,
    voucherExpiresAt: intent.voucher?.expiresAt ?? purchase.voucherExpiresAt,
    ...declineColumns(isByVoucher(purchase) ? null : intent.decline),
  };
  if (intent.status === 'succeeded') {
    return decision(
      { ...next, status: 'completed', completedAt: now },
      [{ kind: 'purchase-completed' }],
      [
        {
          userId: purchase.userId,
          delta: purchase.creditsAmount,
          reason: 'Compra de créditos',
          referenceType: 'purchase',
          referenceId: purchase.id,
          operationKey: `purchase:${purchase.id}`,
        },
      ],
    );
  }
  if (purchase.status !== 'pending') return decision(purchase);
  if (intent.status === 'canceled') return decision({ ...next, status: 'cancelled' });
  // The code expired. If it is paid after all, a later read adds the credits.
  if (isByVoucher(purchase) && intent.status === 'requires_payment_method' && intent.decline !== null)
    return decision({ ...next, status: 'cancelled' });
  return decision(next, boletoIssued(purchase.voucherExpiresAt, intent.voucher));
}
