import pg from 'pg';
import { explicitSslMode } from './database-url.ts';
import { traceStatements } from './statement-spans.ts';
import { isTracing } from './telemetry.ts';

/** int8 as a number: counts, bytes, cents, and sequences of ours stay far below 2^53; what does not is a fault. */
function int8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond what a number holds: ${text}`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? int8
      : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
};

/**
 * The one pool of a service. Connects lazily. It sends no startup parameters and keeps no state in a session, so that a
 * pooler may stand between; the limits of statements stay with the role (session-settings.ts).
 */
export function openPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: explicitSslMode(url),
    max: size,
    connectionTimeoutMillis: 5_000,
    types,
  });
  // An idle connection that breaks must not end the process; the next query finds out.
  pool.on('error', () => {});
  // Nor one in use between two statements, such as the relay's while it publishes.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (isTracing()) traceStatements(pool);
  return pool;
}
