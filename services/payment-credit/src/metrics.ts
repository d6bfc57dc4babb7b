import { Counter, Gauge, Histogram } from '@g2/kit/metrics';
import type { Database } from './store.ts';
import { moneyFigures, waitingEvents, waitingPayments } from './store-figures.ts';

const webhookOutcomes = ['processed', 'failed', 'put_off', 'refused', 'not_recorded'] as const;

/** What became of card provider events; `put_off` may come up again for the same event. */
export const webhooks = new Counter({
  name: 'g2_webhooks_total',
  help: 'Events of the card provider, by outcome',
  labelNames: ['outcome'] as const,
});
for (const outcome of webhookOutcomes) webhooks.inc({ outcome }, 0);

const stripeCalls = [
  'create intent',
  'retrieve intent',
  'cancel intent',
  'refund',
  'retrieve charge',
  'retrieve dispute',
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

const money = new Gauge({
  name: 'g2_money_cents',
  help: 'All money ever moved, in cents, by kind, as the rows say it',
  labelNames: ['kind'] as const,
});

const paymentsWaiting = new Gauge({
  name: 'g2_payments_waiting',
  help: 'Payments whose money moved but whose end is not yet decided, by status',
  labelNames: ['status'] as const,
});

const paymentsOldest = new Gauge({
  name: 'g2_payments_waiting_oldest_seconds',
  help: 'Age of the oldest such payment; 0 without any',
});

const webhooksWaiting = new Gauge({
  name: 'g2_webhooks_waiting',
  help: 'Events of the card provider received but not yet worked on',
});

/** Sets the gauges from the rows, so that a restart forgets nothing. */
export async function observe(db: Database): Promise<void> {
  for (const [kind, cents] of Object.entries(await moneyFigures(db))) money.set({ kind }, cents);
  const waiting = await waitingPayments(db);
  for (const { status, payments } of waiting) paymentsWaiting.set({ status }, payments);
  paymentsOldest.set(Math.max(0, ...waiting.map((one) => one.oldestSeconds)));
  webhooksWaiting.set(await waitingEvents(db));
}
