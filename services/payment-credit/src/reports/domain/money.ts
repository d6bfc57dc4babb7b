/** Columns of money_days: counts and cents; credits in hundredths. */
export const MONEY_SUMS = [
  'cardPayments',
  'cardPaymentCents',
  'purchases',
  'purchaseCents',
  'settledCard',
  'settledCardCents',
  'settledCredits',
  'settledCreditCents',
  'settledGifts',
  'settledGiftCents',
  'settledManual',
  'settledManualCents',
  'refunds',
  'refundCents',
  'disputes',
  'disputeCents',
  'disputesLost',
  'disputeLostCents',
  'credits',
  'gifts',
  'declines',
] as const;
export type MoneySums = Record<(typeof MONEY_SUMS)[number], number>;

export type CountAndSum = { count: number; cents: number };

/** Hundredths of a credit; `gifts` is part of `all`. */
export type Credits = { all: number; gifts: number };

/** Received through the provider, for registrations and credits. Cents. */
const receivedOf = (sums: MoneySums): number => sums.cardPaymentCents + sums.purchaseCents;

/** Received, less what was returned, was lost in disputes or must still be returned. Cents. */
const netOf = (sums: MoneySums, toReturn: CountAndSum): number =>
  receivedOf(sums) - sums.refundCents - sums.disputeLostCents - toReturn.cents;

/** Recognised revenue: paid registrations, except those paid with gifted credits. Cents. */
const revenueOf = (sums: MoneySums): number =>
  sums.settledCardCents + sums.settledCreditCents + sums.settledManualCents;

/**
 * The outstanding credits are those at the end of the period, in hundredths.
 * @param toReturn payments received in the period that must still be returned
 */
export const moneyOfPeriod = (sums: MoneySums, credits: Credits, toReturn: CountAndSum) => ({
  cardPayments: { count: sums.cardPayments, cents: sums.cardPaymentCents },
  purchases: { count: sums.purchases, cents: sums.purchaseCents },
  settledCard: { count: sums.settledCard, cents: sums.settledCardCents },
  settledCredits: { count: sums.settledCredits, cents: sums.settledCreditCents },
  settledGifts: { count: sums.settledGifts, cents: sums.settledGiftCents },
  settledManual: { count: sums.settledManual, cents: sums.settledManualCents },
  refunds: { count: sums.refunds, cents: sums.refundCents },
  disputes: { count: sums.disputes, cents: sums.disputeCents },
  disputesLost: { count: sums.disputesLost, cents: sums.disputeLostCents },
  toReturn,
  creditsOutstanding: credits.all,
  giftsOutstanding: credits.gifts,
  receivedCents: receivedOf(sums),
  netCents: netOf(sums, toReturn),
  revenueCents: revenueOf(sums),
});

export type MoneyOfPeriod = ReturnType<typeof moneyOfPeriod>;

/** `successRate`: percent of the finished payments that succeeded; undefined without a finished one. */
export type HealthOfPeriod = { successRate: number | undefined; finished: number; revenueCents: number };

/** A card payment is finished when it is paid or declined. */
export function paymentHealthOf(sums: MoneySums): HealthOfPeriod {
  const succeeded = sums.cardPayments + sums.purchases;
  const finished = succeeded + sums.declines;
  const successRate = finished === 0 ? undefined : (succeeded / finished) * 100;
  return { successRate, finished, revenueCents: revenueOf(sums) };
}
