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
import { asAppError, type Point, sqlState } from './failure.ts';
import { requestContext } from './log.ts';
import { watchPool } from './metrics.ts';
import { wakeRelay } from './outbox-wake.ts';
import { openPool } from './pool.ts';

/** How long a transaction may wait for its connection, and how long it may take, ms; less when its caller waits less. */
const BEGIN_MS = 5_000;
const TX_MS = 15_000;
/** Between a transaction's end and its caller's deadline, ms: the answer must still arrive. */
const MARGIN_MS = 50;
const TX_ATTEMPTS = 6;

/**
 * A service's database: its tables (generated from schema.prisma) read and written by Kysely, on one pool. Rows and columns
 * are camelCase here and snake_case there; what stands inside JSON keeps its keys; int8 is a number. Connects lazily.
 */
export class Database<Tables> extends Kysely<Tables> {
  /** For what must be plain SQL on connections of its own: the relay, housekeeping, migrations. */
  readonly pool: pg.Pool;
  readonly #unwatch: () => void;

  constructor(url: string, poolSize: number) {
    const pool = openPool(url, poolSize);
    super({
      dialect: new PostgresDialect({ pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    });
    this.pool = pool;
    this.#unwatch = watchPool(pool);
  }

  /**
   * One transaction, over before the caller's deadline; serialization failures and deadlocks are tried again, so
   * `work` must be repeatable.
   * @throws AppError unavailable when it was not done, outcome-unknown when its COMMIT failed on the way
   */
  async tx<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        const { cause, point } =
          error instanceof Failed ? error : { cause: error, point: 'transaction' as const };
        if (attempt >= TX_ATTEMPTS || !isRetryable(cause)) throw asAppError(cause, point);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  async #attempt<Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const { toBegin, toEnd } = timeLeft();
    const begun = this.startTransaction().execute();
    const tx = await within(toBegin, begun, () => void begun.then(giveUp, () => {}));
    const open = new OpenUntil();
    const guarded = tx.withPlugin(open);
    let point: Point = 'transaction';
    try {
      const result = await within(toEnd, work(guarded), () => open.close());
      point = 'commit';
      await tx.commit().execute();
      wakeRelay(this.pool, guarded);
      return result;
    } catch (cause) {
      const rolledBack = giveUp(tx);
      // A statement that hangs keeps the rollback waiting, and must not keep whoever asked.
      if (!(cause instanceof Late)) await rolledBack;
      throw new Failed(cause, cause instanceof AbortedTransactionError ? 'transaction' : point);
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

/**
 * Refuses what late work would still send: its rollback is on its way by then, and behind it a statement would stand
 * outside of any transaction, on a connection that is somebody else's.
 */
class OpenUntil implements KyselyPlugin {
  #isClosed = false;

  close(): void {
    this.#isClosed = true;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (this.#isClosed) throw new Late('unavailable', { retryAfter: 2 });
    return node;
  }

  transformResult = async ({ result }: PluginTransformResultArgs) => result;
}

/** How far a transaction had come when it failed. */
class Failed extends Error {
  readonly point: Point;

  constructor(cause: unknown, point: Point) {
    super('a transaction failed', { cause });
    this.point = point;
  }
}

class Late extends AppError {}

const giveUp = async <Tables>(tx: ControlledTransaction<Tables>): Promise<void> => {
  await tx
    .rollback()
    .execute()
    .catch(() => {});
};

/**
 * A transaction ends before whoever asked stops waiting: what commits later would be done without anybody knowing.
 * @throws AppError unavailable when there is no time left to begin
 */
function timeLeft(): { toBegin: number; toEnd: number } {
  const deadline = requestContext.getStore()?.deadline;
  if (deadline === undefined) return { toBegin: BEGIN_MS, toEnd: TX_MS };
  const left = deadline - Date.now() - MARGIN_MS;
  if (left <= 0) throw new AppError('unavailable', { retryAfter: 2 });
  // Waiting and working share what is left.
  return { toBegin: Math.min(BEGIN_MS, left / 2), toEnd: Math.min(TX_MS, left / 2) };
}

/** What `promise` comes to, or Late after `ms`. */
async function within<T>(ms: number, promise: Promise<T>, onLate = () => {}): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate();
      reject(new Late('unavailable', { retryAfter: 2 }));
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Serialization failure and deadlock: the transaction did nothing, and may go through the next time. */
const RETRYABLE = new Set(['40001', '40P01']);
const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlState(error) ?? '');
