import { rmSync } from 'node:fs';
import { demoAccounts, logIn } from '../e2e/support/client.ts';
import { startStack } from '../e2e/support/stack.ts';
import { amountOf, fillDatabases } from './data.ts';
import { CALLS, callsOfRecord, LISTS, listOfOperator } from './hot-calls.ts';
import { findInReview, GOAL_MS, lastPage, load, ms, times } from './load.ts';

const WARM_MS = 300;
const SMALL = 10_000;
const LARGE = 1_000_000;

type Figures = Map<string, { first: number; last?: number }>;

async function measure(registrations: number): Promise<Figures> {
  // The benchmark exceeds the default search limit.
  const stack = await startStack({ env: { SEARCHES_PER_MINUTE: '1000000' } });
  try {
    await fillDatabases(stack.facts().postgresUrl, amountOf(registrations));
    const { cookie } = await logIn(stack.url, demoAccounts.admin);
    const session = { base: stack.url, cookie };
    const figures: Figures = new Map();
    for (const path of [...Object.values(LISTS), ...Object.values(CALLS)]) await load(session, path, WARM_MS);
    const { id, operatorId } = await findInReview(session);
    const lists = { ...LISTS, "one operator's, by how long": listOfOperator(operatorId) };
    for (const [name, path] of Object.entries(lists)) {
      const page = await lastPage(session, path);
      const first = await load(session, path);
      figures.set(
        name,
        page === 1 ? { first } : { first, last: await load(session, `${path}&page=${page}`) },
      );
    }
    const calls = { ...CALLS, ...callsOfRecord(id) };
    for (const [name, path] of Object.entries(calls)) {
      figures.set(name, { first: await load(session, path) });
    }
    return figures;
  } finally {
    await stack.stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
  }
}

/**
 * Measures the p95 time, with ten concurrent calls, of every list, search, figure and analysis of staff over
 * a million registrations. Compares it between last and first page, and with ten thousand registrations.
 */
export async function benchLists(): Promise<void> {
  const small = await measure(SMALL);
  const large = await measure(LARGE);
  for (const [name, { first, last }] of large) {
    const worst = Math.max(first, last ?? 0);
    const before = small.get(name)?.first ?? Number.NaN;
    const parts = [
      `p95 ${ms(first)}${last === undefined ? '' : `, last page ${ms(last)} (${times(last / first)})`}`,
      `against ${ms(before)} of ${SMALL} (${times(first / before)})`,
      `goal ≤ ${GOAL_MS} ms: ${worst <= GOAL_MS ? 'met' : 'NOT met'}`,
    ];
    console.log(`${name}: ${parts.join('; ')}`);
  }
}
