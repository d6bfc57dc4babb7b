import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { demo, logIn } from '../e2e/support/client.ts';
import { startStack } from '../e2e/support/stack.ts';
import { amountOf, fill } from './data.ts';
import { percentile } from './support.ts';

const CONNECTIONS = 10;
const SECONDS = 3;
const GOAL_MS = 50;
/** The last page against the first, and a million rows against ten thousand. */
const GOAL_RATIO = 2;
const SMALL = 10_000;
const LARGE = 1_000_000;

const REGISTRATIONS = '/api/operator/registrations?limit=20';
const USERS = '/api/admin/users?limit=20';
const PAYMENTS = '/api/admin/payments?limit=20';

/** Lists, by what they are asked for besides the page: each is measured on its first page and on its last. */
const LISTS: Record<string, string> = {
  'registrations, all': REGISTRATIONS,
  'registrations, submitted': `${REGISTRATIONS}&status=submitted`,
  'registrations, by title': `${REGISTRATIONS}&sort=title`,
  'registrations, by status': `${REGISTRATIONS}&sort=status`,
  'queue, late': `${REGISTRATIONS}&view=late&sort=statusUpdatedAt`,
  'queue, unassigned': `${REGISTRATIONS}&operator=none&sort=statusUpdatedAt`,
  'search, common word': `${REGISTRATIONS}&search=bancario`,
  'search, common name': `${REGISTRATIONS}&search=conceicao`,
  'search, two letters': `${REGISTRATIONS}&search=ze`,
  'users, all': USERS,
  'users, search': `${USERS}&search=conceicao`,
  'payments, all': PAYMENTS,
  'payments, declined': `${PAYMENTS}&status=failed`,
};
/** What has one page, or none. */
const CALLS: Record<string, string> = {
  'search, one e-mail': `${REGISTRATIONS}&search=pessoa77%40example.com`,
  'search, one tax id': `${REGISTRATIONS}&search=000.616.763-23`,
  'search, nothing': `${REGISTRATIONS}&search=xyzzy`,
  'payments, one person': `${PAYMENTS}&search=pessoa77%40example.com`,
  'payments, one intent': `${PAYMENTS}&search=pi_massa77`,
  'queue figures': '/api/operator/registrations/stats',
  overview: '/api/admin/enhanced-stats',
  'analytics, 30 days': '/api/admin/analytics?period=30d',
  'analytics, a year': '/api/admin/analytics?period=1y',
};

type Session = { base: string; cookie: string };

async function ask(agent: Agent, { base, cookie }: Session, path: string): Promise<string> {
  const answer = await new Promise<{ status: number; said: string }>((resolve, reject) => {
    request(base + path, { agent, headers: { cookie } }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), reject);
    })
      .on('error', reject)
      .end();
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.said.slice(0, 200)}`);
  return answer.said;
}

/** What 95 % of the calls take at most, with so many at once. Milliseconds. */
async function load(session: Session, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const turn = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      await ask(agent, session, path);
      times.push(performance.now() - asked);
    }
  };
  await ask(agent, session, path);
  await Promise.all(Array.from({ length: CONNECTIONS }, turn));
  agent.destroy();
  return percentile(times, 95);
}

/** The number of a list's last page. */
async function lastPage(session: Session, path: string): Promise<number> {
  const agent = new Agent();
  const { total, pageSize } = JSON.parse(await ask(agent, session, path)) as {
    total: number;
    pageSize: number;
  };
  agent.destroy();
  return Math.max(1, Math.ceil(total / pageSize));
}

type Figures = Map<string, { first: number; last?: number }>;

async function measure(registrations: number): Promise<Figures> {
  // One who measures asks more often than one who reads.
  const stack = await startStack({ env: { SEARCHES_PER_MINUTE: '1000000' } });
  try {
    await fill(stack.facts().postgresUrl, amountOf(registrations));
    const { cookie } = await logIn(stack.url, demo.admin);
    const session = { base: stack.url, cookie };
    const figures: Figures = new Map();
    for (const [name, path] of Object.entries(LISTS)) {
      const page = await lastPage(session, path);
      const first = await load(session, path);
      figures.set(
        name,
        page === 1 ? { first } : { first, last: await load(session, `${path}&page=${page}`) },
      );
    }
    for (const [name, path] of Object.entries(CALLS)) {
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
 * Every list, search, figure and analysis that staff ask for, of a million registrations: what 95 of 100 calls take with
 * ten at once, the last page against the first, and a million against ten thousand.
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
