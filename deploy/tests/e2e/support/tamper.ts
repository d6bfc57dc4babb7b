import pg from 'pg';
import { expect } from 'vitest';
import type { Result } from '../../../ops/check/money.ts';

/** A change of one row that only manual SQL can make. */
export type Tamper = {
  what: string;
  table: string;
  set: string;
  where: string;
  /** Invariants that the check must report as broken. It may report others too. */
  breaks: string[];
  /** Constraint or unique index to drop first, because it would refuse the change. */
  without?: string;
};

/** Opens a connection with triggers disabled. */
export async function connectWithoutTriggers(url: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query('SET session_replication_role = replica');
  return db;
}

export const brokenInvariants = (results: readonly Result[]): string[] =>
  results.filter((one) => one.breaches.length > 0).map((one) => one.name);

/** Changes a row, runs `work` and restores the row. @param db connection of `connectWithoutTriggers` */
export async function withTamperedRow<T>(
  db: pg.Client,
  { table, set, where, without }: Tamper,
  work: () => Promise<T>,
): Promise<T> {
  const guard = without === undefined ? null : await constraintSql(db, table, without);
  await db.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table} WHERE ${where}`);
  if (guard) await db.query(guard.drop);
  try {
    expect((await db.query(`UPDATE ${table} SET ${set} WHERE ${where}`)).rowCount).toBe(1);
    return await work();
  } finally {
    const key = table === 'payment.accounts' ? 'user_id' : 'id';
    await db.query(`DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM kept)`);
    await db.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept`);
    await db.query('DROP TABLE kept');
    if (guard) await db.query(guard.add);
  }
}

/** SQL to drop and re-create a constraint or unique index. */
async function constraintSql(
  db: pg.Client,
  table: string,
  name: string,
): Promise<{ drop: string; add: string }> {
  const { rows: constraints } = await db.query<{ text: string }>(
    'SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = $1 AND conrelid = $2::regclass',
    [name, table],
  );
  const [constraint] = constraints;
  if (constraint) {
    return {
      drop: `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
      add: `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${constraint.text}`,
    };
  }
  const index = `${table.split('.')[0]}.${name}`;
  const { rows } = await db.query<{ text: string }>('SELECT pg_get_indexdef($1::regclass) AS text', [index]);
  return { drop: `DROP INDEX ${index}`, add: rows[0]?.text ?? '' };
}
