import { createBed, forFile } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { checkFigures } from '../../ops/check/figures.ts';
import { compareMonth } from './compare.ts';

const bed = await forFile(createBed());

it('[figures-naive] every figure of a random month is what plain loops over the rows count', async () => {
  await compareMonth(bed, Date.now() % 2 ** 31, 400);
}, 120_000);

it('[figures-check] names each figure that is not what the rows have', async () => {
  const admin = bed.pool({ connectionString: bed.adminUrl, max: 1 });
  await admin.query(
    'UPDATE payment.money_days SET refund_cents = refund_cents + 7 WHERE (day, shard) = (SELECT day, shard FROM payment.money_days LIMIT 1)',
  );
  await admin.query("DELETE FROM registration.stage_times WHERE stage = 'total' AND span = 'month'");
  const results = await checkFigures({ databaseUrl: bed.adminUrl, simulatorUrl: null });
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
