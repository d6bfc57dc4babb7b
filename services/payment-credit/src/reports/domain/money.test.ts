import { expect, it } from 'vitest';
import { MONEY_SUMS, type MoneySums, moneyOfPeriod, paymentHealthOf } from './money.ts';

const nothing = Object.fromEntries(MONEY_SUMS.map((name) => [name, 0])) as MoneySums;

it('subtracts returned money from the net amount, but not from revenue', () => {
  const sums = {
    ...nothing,
    cardPaymentCents: 1_000,
    purchaseCents: 500,
    settledCardCents: 900,
    settledCreditCents: 70,
    settledManualCents: 5,
    settledGiftCents: 30,
    refundCents: 1_400,
    disputeCents: 4_000,
    disputeLostCents: 200,
  };
  expect(moneyOfPeriod(sums, { all: 8, gifts: 3 }, { count: 1, cents: 50 })).toMatchObject({
    receivedCents: 1_500,
    netCents: -150,
    revenueCents: 975,
    creditsOutstanding: 8,
    giftsOutstanding: 3,
  });
});

it('computes the success rate over finished payments only', () => {
  expect(paymentHealthOf(nothing)).toEqual({ successRate: undefined, finished: 0, revenueCents: 0 });
  const some = paymentHealthOf({
    ...nothing,
    cardPayments: 2,
    purchases: 1,
    declines: 1,
    settledGiftCents: 9,
  });
  expect(some).toEqual({ successRate: 75, finished: 4, revenueCents: 0 });
});
