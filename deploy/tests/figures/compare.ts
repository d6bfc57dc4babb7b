import type { Bed } from '@g2/kit/testing';
import { daysOf, spanOf } from '@g2/terms/civil-days';
import { PERIODS } from '@g2/terms/periods';
import { expect } from 'vitest';
import { moneyOf } from '../../../services/payment-credit/src/payments/store-money.ts';
import { flowOf } from '../../../services/registration/src/store-flow.ts';
import { checkFigures } from '../../ops/check/figures.ts';
import { makeMonth } from './month.ts';
import { naiveFlow } from './naive-flow.ts';
import { naiveMoney } from './naive-money.ts';
import { readRows } from './rows.ts';
import { openStores } from './world.ts';

/**
 * Makes a random month, and holds every figure of every period against one that is counted by plain loops.
 * @returns the counted ones of the year, all of it
 */
export async function compareMonth(bed: Bed, seed: number, acts: number) {
  console.log(`a month of ${acts} acts, seed ${seed}`);
  const stores = openStores(bed);
  try {
    const now = new Date();
    expect(await makeMonth(stores, seed, acts, now)).toBe(acts);
    const rows = await readRows(bed.pool({ connectionString: bed.adminUrl, max: 1 }));
    for (const period of PERIODS) {
      const days = daysOf(period, now);
      const money = await moneyOf(stores.payments, days, spanOf(period));
      expect(money, `money of ${period} days, seed ${seed}`).toEqual(naiveMoney(rows, period, now));
      const { stages, operators, ...flow } = await flowOf(stores.registrations, days, spanOf(period));
      const { stages: took, operators: worked, ...naive } = naiveFlow(rows, period, now);
      expect(flow, `flow of ${period} days, seed ${seed}`).toEqual(naive);
      expect(operators.toSorted((a, b) => a.operatorId.localeCompare(b.operatorId))).toEqual(worked);
      expect(stages.map(({ stage, count }) => [stage, count])).toEqual(
        took.map(({ stage, count }) => [stage, count]),
      );
      for (const [i, { stage, median, p90 }] of stages.entries()) {
        near(median, took[i]?.median ?? null, `median of ${stage}`);
        near(p90, took[i]?.p90 ?? null, `90th percentile of ${stage}`);
      }
    }
    const results = await checkFigures({ databaseUrl: bed.adminUrl, simulatorUrl: null });
    expect(results.flatMap(({ breaches }) => breaches)).toEqual([]);
    return { money: naiveMoney(rows, 365, now).now, flow: naiveFlow(rows, 365, now) };
  } finally {
    await stores.close();
  }
}

/** Within 5 %, as it is promised. */
function near(kept: number | null, exact: number | null, what: string): void {
  if (kept === null || exact === null) {
    expect([what, kept]).toEqual([what, exact]);
    return;
  }
  expect(Math.abs(kept - exact) / exact, `${what}: ${kept}, exactly ${exact}`).toBeLessThanOrEqual(0.05);
}
