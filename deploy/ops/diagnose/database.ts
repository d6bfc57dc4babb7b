import { schemaOf } from '@g2/kit/provision';
import { formatDuration, type Section } from './sources.ts';

const services = Object.entries(schemaOf);

/** Database connections per service, by the role that owns its schema: a running service always has one. */
export const connectionsByService: Section = async ({ sql }) => {
  const rows = await sql<{ schema: string; connections: number }>(
    `SELECT n.nspname AS schema, count(a.pid)::int AS connections
     FROM pg_namespace n LEFT JOIN pg_stat_activity a ON a.usesysid = n.nspowner AND a.datname = current_database()
     WHERE n.nspname = ANY($1) GROUP BY n.nspname`,
    [services.map(([, schema]) => schema)],
  );
  const connected = new Map(rows.map(({ schema, connections }) => [schema, connections]));
  return services.map(([service, schema]) => {
    const connections = connected.get(schema) ?? 0;
    return connections > 0
      ? `${service}: ${connections} connections`
      : `${service}: DOWN, no connection of it to the database: it does not run, or does not reach it`;
  });
};

type Held = {
  pid: number;
  role: string;
  state: string | null;
  seconds: number | null;
  blocked_by: number[];
  statement: string;
};

export const database: Section = async ({ sql }) => {
  const [full] = await sql<{ used: number; most: number }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
       current_setting('max_connections')::int AS most`,
  );
  const rows = await sql<Held>(
    `WITH mine AS (SELECT *, pg_blocking_pids(pid) AS blocked_by FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()),
       blockers AS (SELECT DISTINCT unnest(blocked_by) AS pid FROM mine)
     SELECT pid, coalesce(usename, '?') AS role, state, extract(epoch FROM now() - xact_start)::int AS seconds, blocked_by,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 80) AS statement
     FROM mine
     WHERE cardinality(blocked_by) > 0 OR pid IN (SELECT pid FROM blockers) OR xact_start < now() - interval '10 s'
     ORDER BY cardinality(blocked_by), xact_start LIMIT 40`,
  );
  const held = rows.map(({ pid, role, state, seconds, blocked_by, statement }) => {
    const by = blocked_by.length > 0 ? `WAITS for pid ${blocked_by.join(', ')}` : 'HOLDS or goes on for long';
    return `pid ${pid} (${role}, ${state ?? 'unknown'}, ${formatDuration(seconds ?? 0)}): ${by}: ${statement}`;
  });
  const near = full && full.used > full.most * 0.9 ? ['NEARLY FULL'] : [];
  return [`${full?.used ?? 0} of ${full?.most ?? 0} connections are taken`, ...near, ...held];
};
