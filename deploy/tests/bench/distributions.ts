import { rmSync } from 'node:fs';
import { type Client, demoAccounts, logIn, signUp, type User } from '../e2e/support/client.ts';
import { startStack } from '../e2e/support/stack.ts';
import { amountOf, fillDatabases } from './data.ts';
import { listOfOperator, OWN_LISTS, STAFF_LISTS, searchesIn } from './hot-calls.ts';
import { findInReview, GOAL_MS, lastPage, listed, load, ms, type Session, times } from './load.ts';
import type { Spread } from './spreads.ts';

const REGISTRATIONS = 1_000_000;
const WARM_MS = 300;
/** Rows from the nearer end of a list that a deep page has at most. */
const DEEPEST = 19_000;

/** Every how many rows the two clients own one. */
type Distribution = { shares: readonly [number, number]; hasCommonWords: boolean };

const DISTRIBUTIONS: Readonly<Record<string, Distribution>> = {
  uniform: { shares: [50_000, 25_000], hasCommonWords: false },
  'common words': { shares: [50_000, 25_000], hasCommonWords: true },
  'large owners': { shares: [10, 100], hasCommonWords: true },
};

const sessionOf = ({ base, cookie }: Client): Session => ({ base, cookie });

/** First, deep and last page of a list, as far as they differ. */
async function pagesOf(session: Session, path: string): Promise<Record<string, number>> {
  const last = await lastPage(session, path);
  const { pageSize } = await listed(session, path);
  const deep = Math.min(Math.ceil(last / 2), Math.floor(DEEPEST / pageSize));
  return { first: 1, ...(deep > 1 ? { deep } : {}), ...(last > 1 ? { last } : {}) };
}

async function reportList(session: Session, name: string, path: string): Promise<void> {
  let first = Number.NaN;
  for (const [which, page] of Object.entries(await pagesOf(session, path))) {
    await load(session, `${path}&page=${page}`, WARM_MS);
    const time = await load(session, `${path}&page=${page}`);
    if (which === 'first') first = time;
    const ratio = which === 'first' ? '' : ` (${times(time / first)} the first)`;
    const verdict = `goal ≤ ${GOAL_MS} ms: ${time <= GOAL_MS ? 'met' : 'NOT met'}`;
    console.log(`  ${name}, ${which} page ${page}: p95 ${ms(time)}${ratio}; ${verdict}`);
  }
}

async function measure(name: string, { shares, hasCommonWords }: Distribution): Promise<void> {
  const stack = await startStack({ env: { SEARCHES_PER_MINUTE: '1000000' } });
  try {
    const clients = [await signUp(stack.url), await signUp(stack.url)] as const;
    const owner = ({ user }: { user: User }, index: 0 | 1) => ({
      id: user.id,
      every: shares[index],
      from: 3 + 4 * index,
    });
    const spread: Spread = {
      hasCommonWords,
      largeOwners: [owner(clients[0], 0), owner(clients[1], 1)],
    };
    await fillDatabases(stack.facts().postgresUrl, amountOf(REGISTRATIONS), spread);
    for (const [index, { client }] of clients.entries()) {
      console.log(`${name}: a client with ${REGISTRATIONS / (shares[index] ?? 1)} of ${REGISTRATIONS}`);
      const lists = { ...OWN_LISTS, ...(hasCommonWords ? searchesIn('own') : {}) };
      for (const [list, path] of Object.entries(lists)) await reportList(sessionOf(client), list, path);
    }
    const admin = sessionOf(await logIn(stack.url, demoAccounts.admin));
    console.log(`${name}: operators and admins`);
    const lists = {
      ...STAFF_LISTS,
      "one operator's, longest waiting first": listOfOperator((await findInReview(admin)).operatorId),
      ...(hasCommonWords ? searchesIn('staff') : {}),
    };
    for (const [list, path] of Object.entries(lists)) await reportList(admin, list, path);
  } finally {
    await stack.stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
  }
}

/**
 * Measures the p95 time, with ten concurrent calls, of the lists and searches of clients, operators and admins over
 * a million registrations: evenly spread, with common words, and with two clients who own many of them.
 */
export async function benchDistributions(): Promise<void> {
  for (const [name, distribution] of Object.entries(DISTRIBUTIONS)) await measure(name, distribution);
}
