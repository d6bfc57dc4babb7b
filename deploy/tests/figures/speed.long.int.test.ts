import { closeAfterTests, createTestEnvironment } from '@g2/kit/testing';
import { daysOf, spanOf } from '@g2/terms/civil-days';
import { PERIODS } from '@g2/terms/periods';
import { expect, it } from 'vitest';
import { dayTotals } from '../../../services/payment-credit/src/reports/store-days.ts';
import { moneyOf, paymentHealth } from '../../../services/payment-credit/src/reports/store-money.ts';
import { monthlyTrend, sumsOf } from '../../../services/registration/src/store/days.ts';
import { readFlow } from '../../../services/registration/src/store/flow.ts';
import { mergePastDays } from './month.ts';
import { openStores } from './world.ts';

const testEnv = await closeAfterTests(createTestEnvironment());
const stores = openStores(testEnv);
await closeAfterTests(Promise.resolve(stores));

const STAGES = `unnest(ARRAY['submitted', 'paid', 'reviewing', 'correction', 'government_processing', 'completed',
  'total']) stage`;
const DAYS = 'generate_series(0, 730) d, LATERAL (SELECT current_date - d AS day) days';
const SPANS = "unnest(ARRAY['pentad', 'month', 'quarter']) larger (span)";

/**
 * Rows that the triggers write for 1,000,000 registrations and 2,000,000 payments in two years: every shard of every
 * day, fifty buckets per stage and day, thirty operators.
 */
const FILL = [
  `INSERT INTO registration.flow_days
   SELECT day, s, 86, 80, 70, 86, 80, 75, 70, 70, 70, 1, 1, 1, 1, 1, 70, 1000 FROM ${DAYS}, generate_series(0, 15) s`,
  `INSERT INTO registration.registration_counters SELECT kind, s, 60000
   FROM unnest(ARRAY['submitted', 'paid', 'reviewing', 'ever_paid']) kind, generate_series(0, 15) s`,
  `INSERT INTO registration.stage_times SELECT 'day', day, stage, b, s, 1
   FROM ${DAYS}, ${STAGES}, generate_series(90, 139) b, generate_series(0, 1) s`,
  `INSERT INTO registration.stage_times
   SELECT larger.span, registration.span_begins(larger.span, begins), stage, bucket, shard, sum(registrations)
   FROM registration.stage_times t, ${SPANS} WHERE t.span = 'day' GROUP BY 1, 2, 3, 4, 5`,
  `INSERT INTO registration.operator_days SELECT day, md5(o::text)::uuid, 40, 20, 5 FROM ${DAYS}, generate_series(1, 30) o`,
  `INSERT INTO registration.operator_spans
   SELECT larger.span, registration.span_begins(larger.span, day), operator_id, sum(steps), sum(reviewed), sum(corrections)
   FROM registration.operator_days, ${SPANS} GROUP BY 1, 2, 3`,
  `INSERT INTO payment.money_days
   SELECT day, s, 100, 1, 50, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 1, 9 FROM ${DAYS}, generate_series(0, 15) s`,
  `INSERT INTO payment.payment_days SELECT day, 'registration', method, status, s, 20, 100, 0 FROM ${DAYS},
     unnest(ARRAY['card', 'credits', 'manual']) method, unnest(ARRAY['open', 'settled', 'declined', 'cancelled']) status,
     generate_series(0, 15) s`,
];

async function timed(read: () => Promise<unknown>): Promise<{ median: number; p95: number }> {
  const times: number[] = [];
  for (let i = 0; i < 60; i++) {
    const startedAt = performance.now();
    await read();
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[30] ?? 0, p95: sorted[56] ?? 0 };
}

it('[figures-fast] reads the figures of a million registrations in less than 100 ms', async () => {
  const admin = testEnv.pool({ connectionString: testEnv.adminUrl, max: 1 });
  for (const statement of FILL) await admin.query(statement);
  const now = new Date();
  await mergePastDays(stores, now);
  await admin.query('VACUUM ANALYZE');
  const { registrations, payments } = stores;
  for (const period of PERIODS) {
    const days = daysOf(period, now);
    const reads = {
      flow: () => readFlow(registrations, days, spanOf(period)),
      money: () => moneyOf(payments, days, spanOf(period)),
      indicators: () => Promise.all([sumsOf(registrations, days), monthlyTrend(registrations, now)]),
      health: () => paymentHealth(payments, days),
      payments: () => dayTotals(payments, { statuses: [], kinds: [], from: '', to: '' }),
    };
    for (const [name, read] of Object.entries(reads)) {
      const { median, p95 } = await timed(read);
      console.log(`${name} of ${period} days: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
      // A loaded machine is several times slower than an idle one. The limit still catches reads that grow with the
      // rows.
      expect(median).toBeLessThan(100);
    }
  }
}, 180_000);
