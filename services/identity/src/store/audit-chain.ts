import { sql } from 'kysely';
import {
  type ChainContent,
  type ChainedRow,
  type ChainHead,
  GENESIS,
  nextHead,
} from '../domain/audit-chain.ts';
import type { Database, Tx } from '../store.ts';
import { CONTENT_COLUMNS, linksAfter, unchainedQuery, WALK_PAGE } from './audit-chain-walk.ts';

const BATCH = 500;

/** Adds the oldest unchained rows to the audit chain; one replica at a time. @returns true when there may be more */
export async function chainBatch(db: Database): Promise<boolean> {
  // Checked before the transaction, because usually there is nothing to do.
  if (!(await hasUnchained(db))) return false;
  return db.tx(async (tx) => {
    const lock = sql<{ got: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || ':trail')) AS got`;
    if (!(await lock.execute(tx)).rows[0]?.got) return false;
    const { rows } =
      await sql<ChainContent>`SELECT ${sql.raw(CONTENT_COLUMNS)} FROM audit WHERE position IS NULL
      ORDER BY audit.at, audit.id LIMIT ${sql.lit(BATCH)}`.execute(tx);
    await write(tx, await headOf(tx), rows);
    return rows.length === BATCH;
  });
}

async function hasUnchained(db: Database): Promise<boolean> {
  const one = db.selectFrom('audit').select('id').where('position', 'is', null).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

async function headOf(db: Database | Tx): Promise<ChainHead> {
  const last = await db
    .selectFrom('audit')
    .select(['position', 'hash'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.position && last.hash ? { position: last.position, hash: last.hash } : GENESIS;
}

async function write(tx: Tx, head: ChainHead, rows: ChainContent[]): Promise<void> {
  let last = head;
  const links = rows.map((row) => {
    last = nextHead(last, row);
    return last;
  });
  const ids = rows.map(({ id }) => id);
  const positions = links.map(({ position }) => position);
  const hashes = links.map(({ hash }) => hash);
  await sql`UPDATE audit SET position = link.position, hash = link.hash
    FROM unnest(${ids}::uuid[], ${positions}::bigint[], ${hashes}::bytea[]) AS link (id, position, hash)
    WHERE audit.id = link.id`.execute(tx);
}

export async function linksOf(db: Database, after: number): Promise<ChainedRow[]> {
  const { rows } = await db.pool.query<ChainedRow>(linksAfter('audit'), [after, WALK_PAGE]);
  return rows;
}

export async function unchainedRows(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(unchainedQuery('audit'));
  return rows.map(({ id }) => id);
}

/** IP addresses are kept six months, as the law requires of access records (Marco Civil, Lei 12.965/2014, art. 15). */
const ADDRESS_DAYS = 180;
const SWEPT = 2_000;

/** Deletes one batch of expired IP addresses. @returns true when there may be more */
export async function deleteExpiredAddresses(db: Database, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() - ADDRESS_DAYS * 24 * 3_600_000);
  const old = db
    .selectFrom('audit')
    .select('id')
    .where('address', 'is not', null)
    .where('at', '<', until)
    .orderBy('at')
    .limit(SWEPT)
    .forUpdate()
    .skipLocked();
  const { numUpdatedRows } = await db
    .updateTable('audit')
    .set({ address: null, addressSalt: null })
    .where('id', 'in', old)
    .executeTakeFirst();
  return numUpdatedRows === BigInt(SWEPT);
}
