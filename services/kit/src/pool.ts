import pg from 'pg';
import { explicitSslMode } from './database-url.ts';
import { traceStatements } from './sql-tracing.ts';
import { isTracing } from './telemetry.ts';

/** Reads int8 as a number: the product's values stay far below 2^53. @throws RangeError for larger ones */
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

/** Sets no session state or startup parameters, so poolers work; statement-limits.ts sets the limits in the role. */
export function createPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: explicitSslMode(url),
    max: size,
    connectionTimeoutMillis: 5_000,
    types,
  });
  // A broken idle connection must not end the process; the next query reports it.
  pool.on('error', () => {});
  // The same applies to a checked-out connection that breaks between two statements.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (isTracing()) traceStatements(pool);
  return pool;
}
