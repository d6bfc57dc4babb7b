import { AppError } from '@g2/terms/errors';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { asAppError, type Point, sqlState } from './failure.ts';
import { requestContext } from './log.ts';
import { watchPool } from './metrics.ts';
import { wakeRelay } from './outbox-wake.ts';
import { openPool } from './pool.ts';
import type { PrismaTx } from './statement.ts';

type PrismaLike<T extends PrismaTx> = PrismaTx & {
  $transaction<R>(work: (tx: T) => Promise<R>, options?: { maxWait?: number; timeout?: number }): Promise<R>;
  $disconnect(): Promise<void>;
};

export type Db<P extends PrismaLike<T>, T extends PrismaTx> = {
  readonly prisma: P;
  readonly pool: pg.Pool;
  /** Plain SQL on the same pool for the hottest reads; `name` makes it a prepared statement. */
  sql<Row extends pg.QueryResultRow>(name: string, text: string, values?: unknown[]): Promise<Row[]>;
  /**
   * One transaction, over before the caller's deadline; serialization failures and deadlocks are tried again, so
   * `work` must be repeatable.
   * @throws AppError unavailable when it was not done, outcome-unknown when its COMMIT failed on the way
   */
  tx<R>(work: (tx: T) => Promise<R>): Promise<R>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** How long a transaction may wait for its connection, and how long it may take, ms; less when its caller waits less. */
const TX_WAIT_MS = 5_000;
const TX_MS = 15_000;
/** Between a transaction's end and its caller's deadline, ms: the answer must still arrive. */
const MARGIN_MS = 50;
const TX_ATTEMPTS = 6;

/** Opens one pool for Prisma and plain SQL alike. Connects lazily. */
export function openDb<P extends PrismaLike<T>, T extends PrismaTx>(
  url: string,
  poolSize: number,
  makeClient: (adapter: PrismaPg) => P,
): Db<P, T> {
  const pool = openPool(url, poolSize);
  const unwatch = watchPool(pool);
  const prisma = makeClient(new OwnSchemaPg(pool));
  return {
    prisma,
    pool,
    async sql(name, text, values = []) {
      return (await pool.query({ name, text, values })).rows;
    },
    async tx(work) {
      for (let attempt = 1; ; attempt++) {
        let point: Point = 'transaction';
        const whole = async (tx: T) => {
          const result = await work(tx);
          point = 'commit';
          return { result, tx };
        };
        try {
          const { result, tx } = await prisma.$transaction(whole, timeLeft());
          wakeRelay(pool, tx);
          return result;
        } catch (error) {
          if (attempt >= TX_ATTEMPTS || !isRetryable(error)) throw asAppError(error, point);
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

/**
 * A transaction ends before whoever asked stops waiting: what commits later would be done without anybody knowing.
 * @throws AppError unavailable when there is no time left to begin
 */
function timeLeft(): { maxWait: number; timeout: number } {
  const deadline = requestContext.getStore()?.deadline;
  if (deadline === undefined) return { maxWait: TX_WAIT_MS, timeout: TX_MS };
  const left = deadline - Date.now() - MARGIN_MS;
  if (left <= 0) throw new AppError('unavailable', { retryAfter: 2 });
  // Waiting and working share what is left; Prisma counts each by itself.
  return { maxWait: Math.min(TX_WAIT_MS, left / 2), timeout: Math.min(TX_MS, left / 2) };
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

const RETRYABLE = new Set(['40001', '40P01', 'P2034']);
const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error) ?? '');
