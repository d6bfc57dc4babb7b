import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { AppError } from './errors.ts';
import { watchPool } from './metrics.ts';
import { traceStatements } from './statement-spans.ts';
import { isTracing } from './telemetry.ts';

/** What kit needs of a Prisma transaction client; every service's generated client has it. */
export type Tx = {
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
};

type PrismaLike<T extends Tx> = Tx & {
  $transaction<R>(work: (tx: T) => Promise<R>, options?: { maxWait?: number; timeout?: number }): Promise<R>;
  $disconnect(): Promise<void>;
};

export type Db<P extends PrismaLike<T>, T extends Tx> = {
  readonly prisma: P;
  readonly pool: pg.Pool;
  /** Plain SQL on the same pool for the hottest reads; `name` makes it a prepared statement. */
  sql<Row extends pg.QueryResultRow>(name: string, text: string, values?: unknown[]): Promise<Row[]>;
  /** One transaction; serialization failures and deadlocks are tried again, so `work` must be repeatable. */
  tx<R>(work: (tx: T) => Promise<R>): Promise<R>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

const STATEMENT_TIMEOUT_MS = 8_000;
const TX_ATTEMPTS = 6;

/** Opens one pool for Prisma and plain SQL alike. Connects lazily. */
export function openDb<P extends PrismaLike<T>, T extends Tx>(
  url: string,
  poolSize: number,
  makeClient: (adapter: PrismaPg) => P,
): Db<P, T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: STATEMENT_TIMEOUT_MS / 2,
    idle_in_transaction_session_timeout: 20_000,
  });
  // An idle connection that breaks must not end the process; the next query finds out.
  pool.on('error', () => {});
  // Nor one in use between two statements, such as the relay's while it publishes.
  pool.on('connect', (client) => client.on('error', () => {}));
  const unwatch = watchPool(pool);
  if (isTracing()) traceStatements(pool);
  const prisma = makeClient(new OwnSchemaPg(pool));
  return {
    prisma,
    pool,
    async sql(name, text, values = []) {
      return (await pool.query({ name, text, values })).rows;
    },
    async tx(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await prisma.$transaction(work, { maxWait: 5_000, timeout: 15_000 });
        } catch (error) {
          if (attempt >= TX_ATTEMPTS || !isRetryable(error)) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
        }
      }
    },
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      unwatch();
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** Prisma writes a schema's name into its queries, "public" unless told: here the role's own, by its search_path. */
class OwnSchemaPg extends PrismaPg {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super(pool);
    this.#pool = pool;
  }

  override async connect() {
    const { rows } = await this.#pool.query<{ schema: string }>('SELECT current_schema() AS schema');
    return await new PrismaPg(this.#pool, { schema: rows[0]?.schema ?? 'public' }).connect();
  }
}

/** SQLSTATE or driver code wherever Prisma or pg put it. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error; at && typeof at === 'object'; at = 'cause' in at ? at.cause : undefined) {
    const meta = 'meta' in at && at.meta && typeof at.meta === 'object' ? at.meta : undefined;
    const adapter = meta && 'driverAdapterError' in meta ? meta.driverAdapterError : undefined;
    const nested = adapter ? sqlState(adapter) : undefined;
    if (nested) return nested;
    if (meta && 'code' in meta && typeof meta.code === 'string') return meta.code;
    if ('originalCode' in at && typeof at.originalCode === 'string') return at.originalCode;
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

/** True when a unique index refused the row (23505, Prisma's P2002), in Prisma calls and raw SQL alike. */
export function isUniqueViolation(error: unknown): boolean {
  const state = sqlState(error);
  return state === '23505' || state === 'P2002';
}

const RETRYABLE = new Set(['40001', '40P01', 'P2034']);
const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error) ?? '');

// Besides broken connections: 57014 and 55P03, a statement or lock that waited too long, are a server too busy now.
const AWAY = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND ' +
    '57P01 57P02 57P03 57014 55P03 53300 08006 08001 08003 ' +
    'P1001 P1002 P1017 P2024 P2028'
  ).split(' '),
);

/** True when the database cannot be reached now, as opposed to having refused something. */
export function isDatabaseAway(error: unknown): boolean {
  if (AWAY.has(sqlState(error) ?? '')) return true;
  const text = error instanceof Error ? error.message : '';
  return /Connection terminated|timeout exceeded when trying to connect|Can't reach database/.test(text);
}

/** A fault of the database's absence as the 503 it is; anything else as it came. */
export const asAppError = (error: unknown): unknown =>
  !(error instanceof AppError) && isDatabaseAway(error)
    ? new AppError('unavailable', { retryAfter: 2 })
    : error;
