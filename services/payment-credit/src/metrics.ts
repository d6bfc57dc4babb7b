import { Counter, Gauge, Histogram } from '@g2/kit/metrics';
import { readTotals } from './reports/store-counters.ts';
import { unfinishedPayments } from './reports/store-figures.ts';
import type { Database } from './store.ts';

const webhookOutcomes = ['processed', 'failed', 'put_off', 'refused', 'not_recorded'] as const;

/** `put_off` counts every failed try, so one event may count several times. */
export const webhooks = new Counter({
  name: 'g2_webhooks_total',
  help: 'Events of the card provider, by outcome',
  labelNames: ['outcome'] as const,
});
for (const outcome of webhookOutcomes) webhooks.inc({ outcome }, 0);

const stripeCalls = [
  'create intent',
  'confirm intent',
  'retrieve intent',
  'cancel intent',
  'refund',
  'retrieve refund',
  'list refunds',
  'retrieve charge',
  'retrieve dispute',
  'list disputes',
  'list events',
] as const;
export type StripeCall = (typeof stripeCalls)[number];

export const stripeDuration = new Histogram({
  name: 'g2_stripe_duration_seconds',
  help: 'Duration of calls to the card provider, by call and outcome',
  labelNames: ['call', 'outcome'] as const,
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

for (const call of stripeCalls) {
  for (const outcome of ['ok', 'failed']) stripeDuration.zero({ call, outcome });
}

const moneyGauge = new Gauge({
  name: 'g2_money_cents',
  help: 'All money ever moved, in cents, by kind, as the rows say it',
  labelNames: ['kind'] as const,
});

const paymentsWaiting = new Gauge({
  name: 'g2_payments_waiting',
  help: 'Payments with moved money and no final status yet, by status',
  labelNames: ['status'] as const,
});

const paymentsOldest = new Gauge({
  name: 'g2_payments_waiting_oldest_seconds',
  help: 'Age of the oldest such payment; 0 without any',
});

const refundsStuck = new Gauge({
  name: 'g2_refunds_stuck',
  help: 'Payments that an admin must return by hand: repeatedly failed refunds, and boletos',
});

const creditsOwed = new Gauge({
  name: 'g2_credits_owed',
  help: 'Credits that reversed purchases left owed, in hundredths, all accounts together',
});

const webhooksWaiting = new Gauge({
  name: 'g2_webhooks_waiting',
  help: 'Events of the card provider received but not yet worked on',
});

/** Sets the gauges from the database, so that they survive a restart of the service. */
export async function observePayments(db: Database): Promise<void> {
  const { money: centsByKind, owed, waitingEvents } = await readTotals(db);
  for (const [kind, cents] of Object.entries(centsByKind)) moneyGauge.set({ kind }, cents);
  creditsOwed.set(owed);
  webhooksWaiting.set(waitingEvents);
  const waiting = await unfinishedPayments(db);
  for (const { status, payments } of waiting) paymentsWaiting.set({ status }, payments);
  paymentsOldest.set(Math.max(0, ...waiting.map((one) => one.oldestSeconds)));
  refundsStuck.set(waiting.reduce((sum, one) => sum + one.stuck, 0));
}
