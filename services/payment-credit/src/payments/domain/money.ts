/** What money did on some days, as columns of money_days: how many, and cents; credits in hundredths. */
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

/** How many, and cents. */
export type Tally = { count: number; cents: number };

/** All balances, and the gifts in them; hundredths of a credit. */
export type Credits = { all: number; gifts: number };

/** What money did in a period; credits in hundredths, as the period ended. */
export type MoneyOfPeriod = Record<
  | 'cardPayments'
  | 'purchases'
  | 'settledCard'
  | 'settledCredits'
  | 'settledGifts'
  | 'settledManual'
  | 'refunds'
  | 'disputes'
  | 'disputesLost'
  | 'toReturn',
  Tally
> & {
  creditsOutstanding: number;
  giftsOutstanding: number;
  receivedCents: number;
  netCents: number;
  revenueCents: number;
};

/** By card, of registrations and of credits. */
const receivedOf = (sums: MoneySums): number => sums.cardPaymentCents + sums.purchaseCents;

/** That, without what went back or has to. */
const netOf = (sums: MoneySums, toReturn: Tally): number =>
  receivedOf(sums) - sums.refundCents - sums.disputeLostCents - toReturn.cents;

/** Recognised revenue, the only one there is: of registrations that became paid, but for what was given. */
const revenueOf = (sums: MoneySums): number =>
  sums.settledCardCents + sums.settledCreditCents + sums.settledManualCents;

/** @param toReturn of what came in the period, what has to be given back and was not yet */
export const moneyOfPeriod = (sums: MoneySums, credits: Credits, toReturn: Tally): MoneyOfPeriod => ({
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

/** `successRate` in percent of the finished; undefined without any. */
export type HealthOfPeriod = { successRate: number | undefined; finished: number; revenueCents: number };

/** How card payments went: one finished when the money came, or the card was declined. */
export function healthOf(sums: MoneySums): HealthOfPeriod {
  const succeeded = sums.cardPayments + sums.purchases;
  const finished = succeeded + sums.declines;
  const successRate = finished === 0 ? undefined : (succeeded / finished) * 100;
  return { successRate, finished, revenueCents: revenueOf(sums) };
}
