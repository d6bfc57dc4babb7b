import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { Database } from './database.ts';

/** Column names of a table that is a work queue: each row becomes due for work at a time. */
export type WorkQueue<Tables, Table extends keyof Tables> = {
  table: Table;
  key: keyof Tables[Table];
  dueAt: keyof Tables[Table];
  /** Column that counts how often a row was claimed. */
  attempts?: keyof Tables[Table];
  /** Further condition that a due row must meet. */
  where?: (row: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>;
};

/** Kysely cannot resolve columns of a table that is a type parameter. */
type AnyTables = Record<string, Record<string, unknown>>;

const always = () => sql.lit(true);

/**
 * Claims the most overdue rows: sets their due time to `now` plus `lease` ms, or to the expression `lease`,
 * and counts the attempt. SKIP LOCKED gives concurrent replicas different rows. A row that is not finished
 * becomes due again. The caller adds `returning`.
 */
export function claimDue<Tables, Table extends keyof Tables & string>(
  db: Database<Tables>,
  queue: WorkQueue<NoInfer<Tables>, Table>,
  now: Date,
  lease: number | Expression<Date>,
  limit = 1,
): UpdateQueryBuilder<Tables, Table, Table, UpdateResult> {
  const tables = db as unknown as Kysely<AnyTables>;
  const { table, key, dueAt, attempts, where = always } = queue as unknown as WorkQueue<AnyTables, string>;
  const due = tables
    .selectFrom(table)
    .select(key)
    .where(dueAt, '<=', now)
    .where(where)
    .orderBy(dueAt)
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const claimed = tables
    .updateTable(table)
    .set((row) => ({
      [dueAt]: typeof lease === 'number' ? new Date(now.getTime() + lease) : lease,
      ...(attempts && { [attempts]: row(attempts, '+', 1) }),
    }))
    // The array makes the server read the due rows once; `IN` may read them again and claim more than `limit`.
    .where(key, '=', sql`any(array(${due}))`);
  return claimed as unknown as UpdateQueryBuilder<Tables, Table, Table, UpdateResult>;
}
