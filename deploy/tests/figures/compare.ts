import type { TestEnvironment } from '@g2/kit/testing';
import { expect } from 'vitest';
import { checkFigures } from '../../ops/check/figures.ts';
import { type AnsweredCall, answersOf } from './answers.ts';
import { makeMonth, mergePastDays } from './month.ts';
import { readRows } from './rows.ts';
import { differences, leavesOf } from './table.ts';
import { openStores } from './world.ts';

/**
 * Creates a random month and compares every figure of every period with a recount by plain loops. Repeats the
 * calls after the shards of past days are merged: the answers must stay the same.
 * @returns the answers
 */
export async function compareMonth(
  testEnv: TestEnvironment,
  seed: number,
  acts: number,
): Promise<AnsweredCall[]> {
  console.log(`a month of ${acts} acts, seed ${seed}`);
  const stores = openStores(testEnv);
  try {
    const now = new Date();
    expect(await makeMonth(stores, seed, acts, now)).toBe(acts);
    const rows = await readRows(testEnv.pool({ connectionString: testEnv.adminUrl, max: 1 }));
    const answers = await answersOf(stores, rows, now);
    for (const { call, asked, answer, counted } of answers) {
      expect(differences(call, answer, counted), `${call} of ${asked}, seed ${seed}`).toEqual([]);
    }
    await mergePastDays(stores, now);
    const folded = await answersOf(stores, rows, now);
    expect(folded.map(({ answer }) => leavesOf(answer))).toEqual(
      answers.map(({ answer }) => leavesOf(answer)),
    );
    const results = await checkFigures({ databaseUrl: testEnv.adminUrl, simulatorUrl: null });
    expect(results.flatMap(({ breaches }) => breaches)).toEqual([]);
    return answers;
  } finally {
    await stores.close();
  }
}
