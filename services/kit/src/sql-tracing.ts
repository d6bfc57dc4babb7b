import type pg from 'pg';
import { inSpan, isTraced, SpanKind } from './telemetry.ts';

/**
 * Adds a span for each statement of the current trace: for `pool.query` including the wait for a connection, and for
 * statements on checked-out connections. Statements outside a trace, such as polling, get none. Call it only while
 * tracing. Replaces @opentelemetry/instrumentation-pg (0.76), which costs about the same but always records the full
 * statement and the server's error message. That message can quote values (`invalid input syntax for type integer:
 * "ana@…"`).
 */
export function traceStatements(pool: pg.Pool): void {
  const checkedOut = new WeakSet<pg.PoolClient>();
  const traced = new WeakSet<pg.PoolClient>();
  const connect: unknown = Reflect.get(pool, 'connect');
  if (typeof connect !== 'function') return;
  traceQueries(pool, () => true);

  const onCheckout = (client: pg.PoolClient): pg.PoolClient => {
    if (!traced.has(client)) traceQueries(client, () => checkedOut.has(client));
    traced.add(client);
    checkedOut.add(client);
    const release = client.release.bind(client);
    client.release = (error) => {
      checkedOut.delete(client);
      release(error);
    };
    return client;
  };
  Reflect.set(pool, 'connect', (...args: unknown[]): unknown => {
    const checkout: unknown = Reflect.apply(connect, pool, args);
    // A call with a callback comes from pool.query, which already has a span.
    return args.length === 0 ? (checkout as Promise<pg.PoolClient>).then(onCheckout) : checkout;
  });
}

function traceQueries(target: object, isOurs: () => boolean): void {
  const query: unknown = Reflect.get(target, 'query');
  if (typeof query !== 'function') return;
  Reflect.set(target, 'query', (...args: unknown[]): unknown => {
    const run = (): unknown => Reflect.apply(query, target, args);
    if (!isOurs() || !isTraced() || args.some((arg) => typeof arg === 'function')) return run();
    const { name, verb } = describe(args[0]);
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      'db.query.summary': name,
    };
    return inSpan(name, SpanKind.CLIENT, attributes, async () => run());
  });
}

const TABLE = /\b(?:from|into|update)\s+(?:"\w+"\.|\w+\.)?"?(\w+)"?/i;

/** Name of a prepared statement, else verb and first table; never a value. */
function describe(statement: unknown): { name: string; verb: string } {
  const { text, name } =
    typeof statement === 'object' && statement !== null
      ? { text: Reflect.get(statement, 'text') as unknown, name: Reflect.get(statement, 'name') as unknown }
      : { text: statement, name: undefined };
  const sql = typeof text === 'string' ? mainPart(text) : '';
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  if (typeof name === 'string' && name !== '') return { name, verb };
  const table = TABLE.exec(sql)?.[1];
  return { name: table ? `${verb} ${table}` : verb, verb };
}

/** The statement after `WITH … AS (…)`. */
function mainPart(sql: string): string {
  if (!/^\s*with\b/i.test(sql)) return sql;
  let rest = sql;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\([^()]*\)/g, '');
  }
  return /\b(?:select|insert|update|delete)\b.*/is.exec(rest)?.[0] ?? sql;
}
