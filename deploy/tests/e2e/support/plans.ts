import { eventually } from '@g2/kit/testing';
import type pg from 'pg';

/** A plan node in the output of EXPLAIN (ANALYZE, FORMAT JSON). */
export type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
};
export type Plan = { text: string; nodes: Node[] };

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
};

/** Makes the server log every executed plan; closes existing connections so that the setting applies. */
export async function logPlans(superuser: pg.Client): Promise<void> {
  await superuser.query("LOAD 'auto_explain'");
  for (const [name, value] of Object.entries(SETTINGS)) {
    await superuser.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  }
  await superuser.query('SELECT pg_reload_conf()');
  await eventually('the settings are read', async () => {
    const { rows } = await superuser.query('SHOW session_preload_libraries');
    return rows[0].session_preload_libraries === 'auto_explain';
  });
  await superuser.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
}

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

export function parsePlans(output: string): Plan[] {
  const plans: Plan[] = [];
  let open: string[] | undefined;
  for (const line of output.split('\n')) {
    if (!line.startsWith('postgres ')) continue;
    const said = line.slice('postgres'.padEnd(16).length + 1);
    if (/LOG: {2}duration: .* plan:$/.test(said)) open = [];
    else if (open !== undefined) open.push(said);
    if (open === undefined || said !== '\t}') continue;
    const { 'Query Text': text, Plan: top } = JSON.parse(open.join('\n')) as {
      'Query Text': string;
      Plan: Node;
    };
    plans.push({ text: text.replaceAll(/\s+/g, ' '), nodes: flat(top) });
    open = undefined;
  }
  return plans;
}
