import type { TestEnvironment } from '@g2/kit/testing';
import type { Database } from '../src/store.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
};
type Plan = { 'Query Text': string; Plan: Node };

/** Sends the plan of every statement to its client. Only a superuser may set this. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_parameter_max_length': '0',
};

/** Makes new connections to the database report their plans. */
export async function reportPlans(testEnv: TestEnvironment): Promise<void> {
  const pool = testEnv.pool({ connectionString: testEnv.adminUrl, max: 1 });
  const name = new URL(testEnv.adminUrl).pathname.slice(1);
  const statements = Object.entries(SETTINGS).map(
    ([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = '${value}'`,
  );
  await pool.query(`LOAD 'auto_explain'; ${statements.join('; ')}`);
  await pool.end();
}

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

/** Rows that a node returned or filtered out, summed over its loops. */
const rowsOf = (node: Node): number =>
  node['Actual Loops'] *
  Object.entries(node).reduce(
    (rows, [name, value]) =>
      name === 'Actual Rows' || name.startsWith('Rows Removed by') ? rows + Number(value) : rows,
    0,
  );

/** What the statements of one call cost; the same on every machine. */
export type Cost = {
  /** 8 KiB pages read, from memory or disk. */
  buffers: number;
  /** Rows of the plan node that read the most. */
  rows: number;
  /** Big tables that were scanned sequentially, with the number of rows. */
  scans: { table: string; rows: number }[];
  statements: string[];
};

/** Reads the plans that the connections of `db` report. Create it before the first query. */
export function plansOf(db: Database) {
  let plans: Plan[] = [];
  db.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const start = message?.indexOf('{') ?? -1;
      if (message?.startsWith('duration:') && start > 0) plans.push(JSON.parse(message.slice(start)) as Plan);
    });
  });
  /** The cost of all statements of `call`. */
  return async (call: () => Promise<unknown>, big: ReadonlySet<string>): Promise<Cost> => {
    plans = [];
    await call();
    const nodes = plans.flatMap(({ Plan: top }) => flat(top));
    const buffers = plans.map(({ Plan: top }) => top['Shared Hit Blocks'] + top['Shared Read Blocks']);
    return {
      buffers: buffers.reduce((sum, one) => sum + one, 0),
      rows: Math.max(0, ...nodes.map(rowsOf)),
      scans: nodes
        .filter((node) => node['Node Type'] === 'Seq Scan' && big.has(node['Relation Name'] ?? ''))
        .map((node) => ({ table: node['Relation Name'] ?? '', rows: rowsOf(node) })),
      statements: plans.map((plan, index) => `${buffers[index]} buffers: ${plan['Query Text']}`),
    };
  };
}
