import { newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { preparedQuery } from '@g2/kit/prepared';
import { AppError } from '@g2/terms/errors';
import type { PageBounds } from '@g2/terms/pages';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '#tables';
import { balanceChangedEvent } from '../announce.ts';
import type { SystemEntry } from '../domain/decision.ts';
import { anyUuid, type Database, readPage, type Tx } from '../store.ts';
import type { Adjustment } from './domain/adjustment.ts';
import { type Account, debtPayment } from './domain/debt.ts';

const ENTRY_COLUMNS = [
  'id',
  'userId',
  'delta',
  'balanceAfter',
  'reason',
  'referenceType',
  'referenceId',
  'createdBy',
  'createdAt',
] as const;

/** Credits in hundredths. */
export type LedgerEntry = Pick<Selectable<DB['creditTransactions']>, (typeof ENTRY_COLUMNS)[number]>;

/** `balance` is the balance of the account after the entry and after its debt was paid. */
export type PostedEntry = { entry: LedgerEntry; balance: number };

type NewEntry = Adjustment & { createdBy?: string; operationKey?: string };

/**
 * Writes a ledger entry and changes the balance. Added credits pay debt first, by a second entry.
 * @throws AppError insufficient-credits when the balance would fall below zero (api-rules R6)
 */
export async function postEntry(tx: Tx, newEntry: NewEntry, now: Date): Promise<PostedEntry> {
  const { entry, version, owed } = await write(tx, newEntry, now);
  const account = { balance: entry.balanceAfter, owed };
  const settlement = newEntry.delta > 0 ? debtPayment(newEntry.userId, account, entry.id) : undefined;
  if (!settlement) return emitBalance(tx, entry, entry.balanceAfter, version);
  const settled = await write(tx, settlement, now);
  await tx
    .updateTable('accounts')
    .set((row) => ({ owed: row('owed', '-', -settlement.delta) }))
    .where('userId', '=', newEntry.userId)
    .execute();
  return emitBalance(tx, entry, settled.entry.balanceAfter, settled.version);
}

async function emitBalance(
  tx: Tx,
  entry: LedgerEntry,
  balance: number,
  version: number,
): Promise<PostedEntry> {
  await emit(tx, [balanceChangedEvent(entry.userId, balance, version)]);
  return { entry, balance };
}

type Written = { entry: LedgerEntry; version: number; owed: number };

/** Changes balance and ledger in one statement. The account's row lock puts a user's entries in order. */
async function write(tx: Tx, newEntry: NewEntry, now: Date): Promise<Written> {
  const { rows } = await sql<LedgerEntry & Omit<Written, 'entry'>>`
    WITH moved AS (${newEntry.delta > 0 ? credit(newEntry) : debit(newEntry)} RETURNING balance, version, owed)
    INSERT INTO credit_transactions
      (id, user_id, delta, balance_after, reason, reference_type, reference_id, created_by, operation_key, created_at)
    SELECT ${newId()}::uuid, ${newEntry.userId}::uuid, ${newEntry.delta}::bigint, balance, ${newEntry.reason}, ${newEntry.referenceType},
      ${newEntry.referenceId}, ${newEntry.createdBy ?? null}::uuid, ${newEntry.operationKey ?? null}, ${now}::timestamptz FROM moved
    RETURNING ${sql.join(ENTRY_COLUMNS.map((name) => sql.ref(name)))},
      (SELECT version FROM moved) AS version, (SELECT owed FROM moved) AS owed`.execute(tx);
  if (!rows[0])
    throw insufficientCreditsError(-newEntry.delta, (await lockAccount(tx, newEntry.userId)).balance);
  const { version, owed, ...entry } = rows[0];
  return { entry, version, owed };
}

const credit = ({ userId, delta }: NewEntry) => sql`
  INSERT INTO accounts AS a (user_id, balance, version) VALUES (${userId}::uuid, ${delta}::bigint, 1)
  ON CONFLICT (user_id) DO UPDATE SET balance = a.balance + excluded.balance, version = a.version + 1`;

const debit = ({ userId, delta }: NewEntry) => sql`
  UPDATE accounts SET balance = balance + ${delta}::bigint, version = version + 1
  WHERE user_id = ${userId}::uuid AND balance + ${delta}::bigint >= 0`;

export async function postAll(tx: Tx, entries: readonly SystemEntry[], now: Date): Promise<void> {
  for (const entry of entries) await postEntry(tx, entry, now);
}

/** Error that states the missing amount (spec §5). Amounts in hundredths of a credit. */
export function insufficientCreditsError(needed: number, balance: number): AppError {
  return new AppError('insufficient-credits', {
    message: 'Créditos insuficientes',
    facts: { needed: String(needed), balance: String(balance), missing: String(needed - balance) },
  });
}

/** Locks the account until commit. Returns zeros when the user has no account. */
export async function lockAccount(tx: Tx, userId: string): Promise<Account> {
  const found = await tx
    .selectFrom('accounts')
    .select(['balance', 'owed'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return found ?? { balance: 0, owed: 0 };
}

/** Adds to the account's debt. @param owed hundredths of a credit */
export async function addDebt(tx: Tx, userId: string, owed: number): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ userId, owed })
    .onConflict((on) =>
      on
        .column('userId')
        .doUpdateSet((row) => ({ owed: row('accounts.owed', '+', row.ref('excluded.owed')) })),
    )
    .execute();
}

const accountsById = preparedQuery('accounts-of', (db: Kysely<DB>, userIds: string[]) =>
  db.selectFrom('accounts').select(['userId', 'balance', 'owed']).where('userId', '=', anyUuid(userIds)),
);

/** Runs on every page view. The map omits users without an account. */
export async function accountsOf(db: Database, userIds: string[]): Promise<Map<string, Account>> {
  const rows = await accountsById(db, userIds);
  return new Map(rows.map(({ userId, ...account }) => [userId, account]));
}

/** Error of a payment with credits while the account has debt. @param owed hundredths of a credit */
export const debtError = (owed: number): AppError =>
  new AppError('credits-owed', { facts: { owed: String(owed) } });

export const findEntry = (db: Database, key: string): Promise<LedgerEntry | undefined> =>
  db
    .selectFrom('creditTransactions')
    .select(ENTRY_COLUMNS)
    .where('operationKey', '=', key)
    .executeTakeFirst();

export const listEntries = (db: Database, userId: string, page: PageBounds) =>
  readPage(
    db
      .selectFrom('creditTransactions')
      .select(ENTRY_COLUMNS)
      .where('userId', '=', userId)
      .orderBy('seq', 'desc'),
    page,
  );
