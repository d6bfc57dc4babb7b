import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fillDatabases } from '../bench/data.ts';
import { CALLS, callsOfRecord, LISTS, listOfOperator } from '../bench/hot-calls.ts';
import { demoAccounts, logIn } from './support/client.ts';
import { logPlans, type Node, parsePlans } from './support/plans.ts';
import { type Stack, startStack } from './support/stack.ts';

/** This test needs its own stack: it reads all execution plans from the log of its PostgreSQL. */

/** Row limit per query: above any legitimate call, below the size of every big table. */
const MAX_ROWS = 21_000;
const MANY = { registrations: 50_000, users: 30_000, payments: 100_000 };
const BIG = new Set([
  'registrations',
  'registration_search',
  'registration_status_history',
  'registration_assignments',
  'registration_payments',
  'users',
]);

let stack: Stack;
let superuser: pg.Client;

beforeAll(async () => {
  stack = await startStack({ env: { SEARCHES_PER_MINUTE: '1000000' } });
  superuser = new pg.Client({ connectionString: stack.facts().postgresUrl });
  await superuser.connect();
  await fillDatabases(stack.facts().postgresUrl, MANY);
  await logPlans(superuser);
}, 300_000);
afterAll(async () => {
  await superuser?.end();
  await stack?.stop();
});

type Page = {
  items?: { id: string; assignedOperatorId: string | null }[];
  total?: number;
  pageSize?: number;
};

/** Rows returned or filtered by a node, summed over its loops. */
const rowsOf = (node: Node): number =>
  node['Actual Loops'] *
  Object.entries(node).reduce(
    (rows, [name, value]) =>
      name === 'Actual Rows' || name.startsWith('Rows Removed by') ? rows + Number(value) : rows,
    0,
  );

it('[plans] answers every list, search and figure of the staff without scanning a big table', async () => {
  const admin = await vi.waitFor(() => logIn(stack.url, demoAccounts.admin), {
    timeout: 60_000,
    interval: 1_000,
  });
  const ask = async (path: string) => (await admin.ok<Page>(path)) ?? {};
  const { items = [] } = await ask(`${LISTS['registrations, in review']}`);
  const worked = items.find(({ assignedOperatorId }) => assignedOperatorId !== null);
  if (!worked) throw new Error('There is no registration that anybody works on.');
  for (const path of Object.values({ ...CALLS, ...callsOfRecord(worked.id) })) await ask(path);
  for (const path of [...Object.values(LISTS), listOfOperator(`${worked.assignedOperatorId}`)]) {
    const { total = 0, pageSize = 20 } = await ask(path);
    const last = Math.ceil(total / pageSize);
    if (last > 1) await ask(`${path}&page=${last}`);
  }
  const plans = parsePlans(stack.output());
  const fullScans = plans.flatMap(({ text, nodes }) =>
    nodes
      .filter((node) => BIG.has(node['Relation Name'] ?? ''))
      .filter((node) => node['Node Type'] === 'Seq Scan' || rowsOf(node) > MAX_ROWS)
      .map((node) => `${node['Node Type']} of ${node['Relation Name']}, ${rowsOf(node)} rows: ${text}`),
  );
  const seen = new Set(plans.flatMap(({ nodes }) => nodes.map((node) => node['Relation Name'])));
  // Control: the plans include every big table.
  expect([...BIG].filter((table) => !seen.has(table))).toEqual([]);
  expect(fullScans).toEqual([]);
}, 300_000);
