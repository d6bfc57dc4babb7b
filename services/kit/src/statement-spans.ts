import type pg from 'pg';
import { inSpan, isTraced, SpanKind } from './telemetry.ts';

/**
 * Gives each statement of a pool a span under the work that sent it: those of `pool.query`, waiting for a connection
 * included, and those of connections taken for a transaction. Statements that belong to no trace,
 * such as a loop's polling, stay without. To be called only while tracing is on: untouched, a pool costs nothing more.
 *
 * Not @opentelemetry/instrumentation-pg (0.76, tried): a failure's status there is the server's message, which quotes
 * values (`invalid input syntax for type integer: "ana@…"`), and each span has the whole statement. Neither can be
 * turned off; it costs about as much per statement.
 */
export function traceStatements(pool: pg.Pool): void {
  const held = new WeakSet<pg.PoolClient>();
  const known = new WeakSet<pg.PoolClient>();
  const connect: unknown = Reflect.get(pool, 'connect');
  if (typeof connect !== 'function') return;
  traceQueries(pool, () => true);

  const hold = (client: pg.PoolClient): pg.PoolClient => {
    if (!known.has(client)) traceQueries(client, () => held.has(client));
    known.add(client);
    held.add(client);
    const release = client.release.bind(client);
    client.release = (error) => {
      held.delete(client);
      release(error);
    };
    return client;
  };
  Reflect.set(pool, 'connect', (...args: unknown[]): unknown => {
    const taken: unknown = Reflect.apply(connect, pool, args);
    // With a callback it is pool.query itself, whose span there is already.
    return args.length === 0 ? (taken as Promise<pg.PoolClient>).then(hold) : taken;
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

/** What a statement is called: its own name, else its verb and first table. Never a value. */
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

/** What a statement does in the end: of one that begins with others, `WITH … AS (…)`, what follows these. */
function mainPart(sql: string): string {
  if (!/^\s*with\b/i.test(sql)) return sql;
  let rest = sql;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\([^()]*\)/g, '');
  }
  return /\b(?:select|insert|update|delete)\b.*/is.exec(rest)?.[0] ?? sql;
}
