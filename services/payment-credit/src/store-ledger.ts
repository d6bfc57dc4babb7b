import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import type { Adjustment } from './domain/adjustment.ts';
import type { SystemEntry } from './domain/outcome.ts';
import { type Account, settlementOf } from './domain/owed.ts';
import type { Database, Page, Tx } from './store.ts';

/** A line of the ledger. Credits in hundredths. */
export type LedgerEntry = {
  id: string;
  userId: string;
  delta: number;
  balanceAfter: number;
  reason: string;
  referenceType: string | null;
  referenceId: string | null;
  createdBy: string | null;
  createdAt: Date;
};

/** An entry, with the account's balance and version after it and what it settled. */
export type Posted = { entry: LedgerEntry; balance: number; version: number };

type Row = {
  id: string;
  user_id: string;
  delta: bigint | string;
  balance_after: bigint | string;
  reason: string;
  reference_type: string | null;
  reference_id: string | null;
  created_by: string | null;
  created_at: Date;
};

const COLUMNS =
  'id, user_id, delta, balance_after, reason, reference_type, reference_id, created_by, created_at';

// Balance and ledger move in one statement. The account's row lock orders the entries of a user.
const CREDIT = `WITH moved AS (
    INSERT INTO accounts AS a (user_id, balance, version) VALUES ($2::uuid, $3::bigint, 1)
    ON CONFLICT (user_id) DO UPDATE SET balance = a.balance + excluded.balance, version = a.version + 1
    RETURNING balance, version, owed)`;
const DEBIT = `WITH moved AS (
    UPDATE accounts SET balance = balance + $3::bigint, version = version + 1
    WHERE user_id = $2::uuid AND balance + $3::bigint >= 0
    RETURNING balance, version, owed)`;
const ENTRY = `INSERT INTO credit_transactions
    (id, user_id, delta, balance_after, reason, reference_type, reference_id, created_by, operation_key, created_at)
  SELECT $1::uuid, $2::uuid, $3::bigint, balance, $4, $5, $6, $7::uuid, $8, $9::timestamptz FROM moved
  RETURNING ${COLUMNS}, (SELECT version FROM moved) AS version, (SELECT owed FROM moved) AS owed`;

/** An adjustment by an admin, or an entry of the system's own. */
type NewEntry = Adjustment & { createdBy?: string; operationKey?: string };

/**
 * Writes a ledger entry and moves the balance with it; credits that come pay what is owed first, by an entry of its own.
 * @throws AppError insufficient-credits when the balance would fall below zero (contract rule 6)
 */
export async function post(tx: Tx, it: NewEntry, now: Date): Promise<Posted> {
  const { entry, version, owed } = await write(tx, it, now);
  const account = { balance: entry.balanceAfter, owed };
  const settlement = it.delta > 0 ? settlementOf(it.userId, account, entry.id) : undefined;
  if (!settlement) return { entry, version, balance: entry.balanceAfter };
  const settled = await write(tx, settlement, now);
  await tx.$executeRawUnsafe(
    'UPDATE accounts SET owed = owed - $2::bigint WHERE user_id = $1::uuid',
    it.userId,
    -settlement.delta,
  );
  return { entry, version: settled.version, balance: settled.entry.balanceAfter };
}

async function write(
  tx: Tx,
  it: NewEntry,
  now: Date,
): Promise<{ entry: LedgerEntry; version: number; owed: number }> {
  const rows = await tx.$queryRawUnsafe<(Row & { version: number; owed: bigint })[]>(
    `${it.delta > 0 ? CREDIT : DEBIT} ${ENTRY}`,
    newId(),
    it.userId,
    it.delta,
    it.reason,
    it.referenceType,
    it.referenceId,
    it.createdBy ?? null,
    it.operationKey ?? null,
    now,
  );
  const row = rows[0];
  if (row) return { entry: toEntry(row), version: row.version, owed: Number(row.owed) };
  throw insufficient(-it.delta, (await lockAccount(tx, it.userId)).balance);
}

export const postSystem = (tx: Tx, entry: SystemEntry, now: Date): Promise<Posted> => post(tx, entry, now);

/** The refusal, saying what is missing in credits (spec §5). */
export function insufficient(needed: number, balance: number): AppError {
  return new AppError('insufficient-credits', {
    message: 'Créditos insuficientes',
    facts: { needed: String(needed), balance: String(balance), missing: String(needed - balance) },
  });
}

/** The account, held until the transaction ends; all zero for who never had any. */
export async function lockAccount(tx: Tx, userId: string): Promise<Account> {
  const rows = await tx.$queryRawUnsafe<{ balance: bigint; owed: bigint }[]>(
    'SELECT balance, owed FROM accounts WHERE user_id = $1::uuid FOR UPDATE',
    userId,
  );
  return { balance: Number(rows[0]?.balance ?? 0), owed: Number(rows[0]?.owed ?? 0) };
}

/** Records credits that could not be taken back because they were spent. */
export async function addOwed(tx: Tx, userId: string, owed: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO accounts AS a (user_id, owed) VALUES ($1::uuid, $2::bigint)
     ON CONFLICT (user_id) DO UPDATE SET owed = a.owed + excluded.owed`,
    userId,
    owed,
  );
}

/** Accounts of these users that have one; one plain SQL statement, since every page view asks for it. */
export async function accountsOf(db: Database, userIds: string[]): Promise<Map<string, Account>> {
  const rows = await db.sql<{ user_id: string; balance: string; owed: string }>(
    'accounts',
    'SELECT user_id, balance, owed FROM accounts WHERE user_id = ANY($1::uuid[])',
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, { balance: Number(row.balance), owed: Number(row.owed) }]));
}

/** The refusal to pay with credits while a reversed purchase is not settled. Hundredths of a credit. */
export const creditsOwed = (owed: number): AppError =>
  new AppError('credits-owed', { facts: { owed: String(owed) } });

/** The system entry of an operation key, if it was made. */
export async function entryOf(db: Database, key: string): Promise<LedgerEntry | undefined> {
  const rows = await db.sql<Row>(
    'entry-of-key',
    `SELECT ${COLUMNS} FROM credit_transactions WHERE operation_key = $1`,
    [key],
  );
  return rows[0] && toEntry(rows[0]);
}

/** A user's ledger, newest first, with its length. */
export async function listEntries(
  db: Database,
  userId: string,
  page: Page,
): Promise<{ items: LedgerEntry[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.sql<Row>(
      'ledger-page',
      `SELECT ${COLUMNS} FROM credit_transactions WHERE user_id = $1::uuid ORDER BY seq DESC LIMIT $2 OFFSET $3`,
      [userId, page.limit, page.offset],
    ),
    db.sql<{ total: string }>(
      'ledger-length',
      'SELECT count(*) AS total FROM credit_transactions WHERE user_id = $1::uuid',
      [userId],
    ),
  ]);
  return { items: rows.map(toEntry), total: Number(counted[0]?.total ?? 0) };
}

const toEntry = (row: Row): LedgerEntry => ({
  id: row.id,
  userId: row.user_id,
  delta: Number(row.delta),
  balanceAfter: Number(row.balance_after),
  reason: row.reason,
  referenceType: row.reference_type,
  referenceId: row.reference_id,
  createdBy: row.created_by,
  createdAt: row.created_at,
});
