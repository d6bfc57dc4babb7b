import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { MAX_SEARCH_OFFSET } from '@g2/terms/search';
import { demoAccounts, logIn } from '../e2e/support/client.ts';
import { startStack } from '../e2e/support/stack.ts';
import { amountOf, fillDatabases } from './data.ts';
import { CALLS, callsOfRecord, LISTS, listOfOperator } from './hot-calls.ts';
import { percentile } from './support.ts';

const CONNECTIONS = 10;
const MEASURED_MS = 3_000;
const WARM_MS = 300;
const GOAL_MS = 50;
/** Maximum ratio of the p95 times of last and first page, and of a million and ten thousand rows. */
const GOAL_RATIO = 2;
const SMALL = 10_000;
const LARGE = 1_000_000;

type Session = { base: string; cookie: string };

async function ask(agent: Agent, { base, cookie }: Session, path: string): Promise<string> {
  const reply = await new Promise<{ status: number; said: string }>((resolve, reject) => {
    request(base + path, { agent, headers: { cookie } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, said: body }), reject);
    })
      .on('error', reject)
      .end();
  });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.said.slice(0, 200)}`);
  return reply.said;
}

/** p95 of the response times of concurrent calls, ms. */
async function load(session: Session, path: string, forMs = MEASURED_MS): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const end = performance.now() + forMs;
  const turn = async () => {
    while (performance.now() < end) {
      const sentAt = performance.now();
      await ask(agent, session, path);
      times.push(performance.now() - sentAt);
    }
  };
  await ask(agent, session, path);
  await Promise.all(Array.from({ length: CONNECTIONS }, turn));
  agent.destroy();
  return percentile(times, 95);
}

type List = {
  items: { id: string; assignedOperatorId: string | null }[];
  total: number;
  pageSize: number;
  totalCapped?: true;
};
async function listed(session: Session, path: string): Promise<List> {
  const agent = new Agent();
  const output = await ask(agent, session, path);
  agent.destroy();
  return JSON.parse(output) as List;
}

async function lastPage(session: Session, path: string): Promise<number> {
  const { total, pageSize, totalCapped } = await listed(session, path);
  const rows = totalCapped && path.includes('search=') ? Math.min(total, MAX_SEARCH_OFFSET) : total;
  return Math.max(1, Math.ceil(rows / pageSize));
}

async function findInReview(session: Session): Promise<{ id: string; operatorId: string }> {
  const { items } = await listed(session, LISTS['registrations, in review'] ?? '');
  for (const { id, assignedOperatorId: operatorId } of items) {
    if (operatorId !== null) return { id, operatorId };
  }
  throw new Error('There is no registration that anybody works on.');
}

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

const ms = (value: number) => `${value.toFixed(0)} ms`;
const times = (value: number) => `×${value.toFixed(1)}${value <= GOAL_RATIO ? '' : ' NOT within'}`;

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
