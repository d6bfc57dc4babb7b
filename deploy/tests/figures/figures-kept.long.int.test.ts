import { closeAfterTests, createTestEnvironment } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { checkFigures } from '../../ops/check/figures.ts';
import { recomputeFigures } from '../../ops/recount/recount.ts';
import { compareMonth } from './compare.ts';

const testEnv = await closeAfterTests(createTestEnvironment());

it('[figures-naive] every stored figure of a random month equals a recount of the rows', async () => {
  await compareMonth(testEnv, Date.now() % 2 ** 31, 400);
}, 120_000);

/** Tables of stored figures with their key columns. The other columns are figures. */
const KEPT = {
  'identity.user_counts': ['role'],
  'registration.registration_counters': ['kind'],
  'registration.registration_progress': ['registration_id', 'created_on', 'furthest'],
  'registration.registration_search': ['registration_id', 'searched', 'hash', 'user_id', 'registered_at'],
  'registration.file_warnings': ['registration_id', 'code', 'registered_at', 'status_updated_at'],
  '(SELECT registration_id, urgency FROM registration.registration_assignments)': ['registration_id'],
  'registration.flow_days': ['day'],
  'registration.stage_times': ['span', 'begins', 'stage', 'bucket'],
  'registration.operator_days': ['day', 'operator_id'],
  'registration.operator_spans': ['span', 'begins', 'operator_id'],
  'registration.unpaid_files': [],
  'payment.payment_counters': ['kind'],
  'payment.payment_days': ['day', 'kind', 'method', 'status'],
  'payment.money_days': ['day'],
} as const;

it('[figures-recount] recomputing corrects wrong, missing and surplus stored figures', async () => {
  const admin = testEnv.pool({ connectionString: testEnv.adminUrl, max: 1 });
  const kept = async () => {
    const all: Record<string, unknown> = {};
    for (const [table, keys] of Object.entries(KEPT)) {
      const { rows } = await admin.query(`SELECT to_jsonb(t) - 'shard' AS row FROM ${table} t`);
      all[table] = summedUp(
        rows.map(({ row }) => row),
        keys,
      );
    }
    return all;
  };
  const right = await kept();
  await recomputeFigures(testEnv.adminUrl);
  expect(await kept()).toEqual(right);
  await admin.query(`UPDATE registration.flow_days SET grew_paid = grew_paid + 3, reached_file = 0;
    DELETE FROM registration.registration_progress WHERE furthest = 2;
    UPDATE registration.registration_search SET searched = 'another';
    UPDATE registration.registration_assignments SET urgency = urgency + 7;
    INSERT INTO registration.operator_days SELECT day + 900, operator_id, 1, 1, 1 FROM registration.operator_days LIMIT 1;
    DELETE FROM registration.operator_spans WHERE span = 'month';
    UPDATE registration.unpaid_files SET cents = cents + 1;
    UPDATE identity.user_counts SET total = total + 1;
    DELETE FROM payment.payment_days WHERE status = 'settled';
    UPDATE payment.payment_counters SET value = value - 5 WHERE kind LIKE 'money:%'`);
  await recomputeFigures(testEnv.adminUrl);
  expect(await kept()).toEqual(right);
}, 120_000);

it('[figures-check] the figures check names each stored figure that differs from the rows', async () => {
  const admin = testEnv.pool({ connectionString: testEnv.adminUrl, max: 1 });
  await admin.query(
    'UPDATE payment.money_days SET refund_cents = refund_cents + 7 WHERE (day, shard) = (SELECT day, shard FROM payment.money_days LIMIT 1)',
  );
  await admin.query("DELETE FROM registration.stage_times WHERE stage = 'total' AND span = 'month'");
  const results = await checkFigures({ databaseUrl: testEnv.adminUrl, simulatorUrl: null });
  const broken = results.filter(({ breaches }) => breaches.length > 0);
  expect(broken.map(({ name }) => name)).toEqual([
    'the money of each day is what payments, refunds, disputes and ledger say',
    'how long stages took is what the history says',
  ]);
  expect(broken[0]?.breaches).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d refund_cents: kept \d+, the rows have \d+$/),
  ]);
  expect(broken[1]?.breaches[0]).toMatch(/^month \d{4}-\d\d-01 total bucket \d+: kept 0, the rows have \d+$/);
});

/** Sums the figures over all shards by key. Omits zeros, so that a zero row equals a missing one. */
function summedUp(rows: Record<string, unknown>[], keys: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const of = JSON.stringify(keys.map((key) => row[key]));
    const figures = Object.entries(row).filter(([name]) => !keys.includes(name));
    if (figures.length === 0) sums[of] = 1;
    for (const [name, value] of figures) {
      const what = `${of} ${name}`;
      sums[what] = (sums[what] ?? 0) + Number(value);
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
}
