import { Socket } from 'node:net';
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

/**
 * Longest silence of a connection in use, ms. The role's limits (statement-limits.ts) let the server answer or end the
 * session by then. After a lost host or a cut network the kernel would wait for up to 15 minutes.
 */
const SILENCE_MS = 21_000;

/** Sets no session state or startup parameters, so poolers work; statement-limits.ts sets the limits in the role. */
export function createPool(url: string, size: number, silenceMs = SILENCE_MS): pg.Pool {
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
  endSilentConnections(pool, silenceMs);
  if (isTracing()) traceStatements(pool);
  return pool;
}

/** Ends a connection in use that is silent for too long, so that its place in the pool becomes free. */
function endSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const inUse = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(silenceMs, () => {
      if (inUse.has(client)) stream.destroy(new SilentServerError(silenceMs));
    });
  });
}

/** The statement may have been executed. */
class SilentServerError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(silenceMs: number) {
    super(`PostgreSQL was silent for ${silenceMs} ms`);
  }
}
