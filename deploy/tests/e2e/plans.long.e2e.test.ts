import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fill } from '../bench/data.ts';
import { CALLS, callsOfRecord, LISTS, listOfOperator } from '../bench/hot-calls.ts';
import { demo, logIn } from './support/client.ts';
import { type Node, plansOf, watchPlans } from './support/plans.ts';
import { type Stack, startStack } from './support/stack.ts';

/** Needs a stack of its own: the statements behind every list are read from its PostgreSQL's log. */

/** More rows than any call may read, and less than any big table has. */
const MOST = 21_000;
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
  await fill(stack.facts().postgresUrl, MANY);
  await watchPlans(superuser);
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

/** Rows that a node gave or looked at in vain, over all its turns. */
const rowsOf = (node: Node): number =>
  node['Actual Loops'] *
  Object.entries(node).reduce(
    (rows, [name, value]) =>
      name === 'Actual Rows' || name.startsWith('Rows Removed by') ? rows + Number(value) : rows,
    0,
  );

it('[plans] no list, search or figure of the staff reads a big table through', async () => {
  const admin = await logIn(stack.url, demo.admin);
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
  const plans = plansOf(stack.output());
  const through = plans.flatMap(({ text, nodes }) =>
    nodes
      .filter((node) => BIG.has(node['Relation Name'] ?? ''))
      .filter((node) => node['Node Type'] === 'Seq Scan' || rowsOf(node) > MOST)
      .map((node) => `${node['Node Type']} of ${node['Relation Name']}, ${rowsOf(node)} rows: ${text}`),
  );
  const seen = new Set(plans.flatMap(({ nodes }) => nodes.map((node) => node['Relation Name'])));
  // What is looked at was there to be seen.
  expect([...BIG].filter((table) => !seen.has(table))).toEqual([]);
  expect(through).toEqual([]);
}, 300_000);
