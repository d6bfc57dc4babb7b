import { AppError } from '@g2/terms/errors';
import {
  AbortedTransactionError,
  CamelCasePlugin,
  type ControlledTransaction,
  Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  type RootOperationNode,
  sql,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { asAppError, sqlState, type TransactionStage } from './failure-class.ts';
import { requestContext } from './log.ts';
import { observePool } from './metrics.ts';
import { wakeRelay } from './outbox-wake.ts';
import { createPool } from './pool.ts';

/** Time limits of a transaction to get a connection and to do its work, ms. The caller's deadline may shorten them. */
const BEGIN_MS = 5_000;
const TX_MS = 15_000;
/** Time reserved to send the response before the caller's deadline, ms. */
const MARGIN_MS = 50;
const TX_ATTEMPTS = 6;

/** Kysely on one lazy pool. Names: camelCase in code, snake_case in SQL, unchanged in JSON. int8 becomes a number. */
export class Database<Tables> extends Kysely<Tables> {
  /** For plain SQL without Kysely, such as the outbox relay and housekeeping. */
  readonly pool: pg.Pool;
  readonly #unwatch: () => void;

  constructor(url: string, poolSize: number) {
    const pool = createPool(url, poolSize);
    super({
      dialect: new PostgresDialect({ pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    });
    this.pool = pool;
    this.#unwatch = observePool(pool);
  }

  /**
   * Runs `work` in a transaction that ends before the caller's deadline. Retries after serialization failures
   * and deadlocks, so `work` must be repeatable.
   * @throws AppError unavailable when it was not done, outcome-unknown when the COMMIT got no response
   */
  async tx<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        const { cause, point } =
          error instanceof TransactionFailure ? error : { cause: error, point: 'transaction' as const };
        if (attempt >= TX_ATTEMPTS || !isRetryable(cause)) throw asAppError(cause, point);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  async #attempt<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const { toBegin: beginMs, toEnd: workMs } = transactionLimits();
    const begun = this.startTransaction().execute();
    const tx = await withTimeout(beginMs, begun, () => void begun.then(rollbackQuietly, () => {}));
    const guard = new StatementGuard();
    const guarded = tx.withPlugin(guard);
    let point: TransactionStage = 'transaction';
    try {
      const result = await withTimeout(workMs, work(guarded), () => guard.close());
      point = 'commit';
      await tx.commit().execute();
      wakeRelay(this.pool, guarded);
      return result;
    } catch (cause) {
      const rolledBack = rollbackQuietly(tx);
      // After a time-out the rollback waits for the hanging statement; the caller must not wait for it.
      if (!(cause instanceof TimedOut)) await rolledBack;
      throw new TransactionFailure(cause, cause instanceof AbortedTransactionError ? 'transaction' : point);
    }
  }

  async ping(): Promise<void> {
    await sql`SELECT 1`.execute(this);
  }

  async close(): Promise<void> {
    this.#unwatch();
    if (!this.pool.ended) await this.pool.end();
  }
}

/** Refuses statements after a time-out: after the ROLLBACK another caller may already use the connection. */
class StatementGuard implements KyselyPlugin {
  #isClosed = false;

  close(): void {
    this.#isClosed = true;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (this.#isClosed) throw new TimedOut('unavailable', { retryAfter: 2 });
    return node;
  }

  transformResult = async ({ result }: PluginTransformResultArgs) => result;
}

class TransactionFailure extends Error {
  readonly point: TransactionStage;

  constructor(cause: unknown, point: TransactionStage) {
    super('a transaction failed', { cause });
    this.point = point;
  }
}

class TimedOut extends AppError {}

const rollbackQuietly = async <Tables>(tx: ControlledTransaction<Tables>): Promise<void> => {
  await tx
    .rollback()
    .execute()
    .catch(() => {});
};

/** Limits to begin and end a transaction, ms. @throws AppError unavailable when the caller's deadline has passed */
function transactionLimits(): { toBegin: number; toEnd: number } {
  const deadline = requestContext.getStore()?.deadline;
  if (deadline === undefined) return { toBegin: BEGIN_MS, toEnd: TX_MS };
  const left = deadline - Date.now() - MARGIN_MS;
  if (left <= 0) throw new AppError('unavailable', { retryAfter: 2 });
  // Waiting for a connection and the work each get half of the remaining time.
  return { toBegin: Math.min(BEGIN_MS, left / 2), toEnd: Math.min(TX_MS, left / 2) };
}

/** After `ms`, calls `onLate` and rejects with TimedOut. */
async function withTimeout<T>(ms: number, promise: Promise<T>, onLate = () => {}): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate();
      reject(new TimedOut('unavailable', { retryAfter: 2 }));
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** SQLSTATE of serialization failure and deadlock. The server has rolled back, so a retry is safe. */
const RETRYABLE = new Set(['40001', '40P01']);
const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error) ?? '');
