import { Database as KitDatabase } from '@g2/kit/database';
import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { AppError } from '@g2/terms/errors';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import { createdEvents, toEvents } from './announce.ts';
import { actsOfChange, userAct } from './domain/audit-acts.ts';
import { expiryAt } from './domain/session.ts';
import type { ChangedBy, Decided, UserState } from './domain/user.ts';
import { recordAuditAct } from './store/audit.ts';

export type Database = KitDatabase<DB>;
export type Tx = Transaction<DB>;

export const openStore = (config: { DATABASE_URL: string; DATABASE_POOL: number }): Database =>
  new KitDatabase<DB>(config.DATABASE_URL, config.DATABASE_POOL);

/** The columns of UserState. */
export const USER_COLUMNS = [
  'users.id',
  'users.email',
  'users.firstName',
  'users.lastName',
  'users.role',
  'users.isActive',
  'users.profileImageUrl',
  'users.emailVerifiedAt',
  'users.mfaEnabled',
  'users.version',
  'users.createdAt',
  'users.updatedAt',
] as const;

/** Case-insensitive (api-rules R10); uses the index users_email_key. */
export const hasEmail = (email: string) => sql<boolean>`lower(users.email) = lower(${email})`;

export const noSuchUser = (): AppError => new AppError('not-found', { message: 'Usuário não encontrado' });

/** Empty for an account created by a provider. */
export type Proof = { passwordHash?: string };

/**
 * Deletes mails and notices to the staff about the account, sent or not.
 * Call it under the row lock, before the account's contacts are deleted.
 */
export async function deleteStaffMails(tx: Tx, id: string): Promise<void> {
  const opened = sql<string>`SELECT 'contact-staff:' || number FROM contacts WHERE user_id = ${id}`;
  const written = sql<string>`SELECT 'contact-reply:' || a.id FROM contact_answers a
    JOIN contacts c ON c.number = a.number WHERE c.user_id = ${id} AND NOT a.from_staff`;
  await tx
    .deleteFrom('outgoingEmails')
    .where('dedupeKey', 'in', sql<string>`(${opened} UNION ALL ${written})`)
    .execute();
  await tx
    .deleteFrom('outgoingEmails')
    .where(sql<boolean>`about_users <> '{}' AND about_users @> ARRAY[${id}::uuid]`)
    .execute();
  await tx.deleteFrom('assignmentNotices').where('userId', '=', id).execute();
}

export const deleteIdempotencyKeys = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('idempotencyKeys').where('scope', 'like', `${id}:%`).execute();
};

export type Login = { user: UserState; passwordHash: string | null };

const logins = (db: Database) => db.selectFrom('users').select([...USER_COLUMNS, 'users.passwordHash']);
const toLogin = ({ passwordHash, ...user }: UserState & { passwordHash: string | null }): Login => ({
  user,
  passwordHash,
});

export async function findLogin(db: Database, email: string): Promise<Login | undefined> {
  const row = await logins(db).where(hasEmail(email.trim())).executeTakeFirst();
  return row && toLogin(row);
}

/** @throws AppError not-found */
export async function getLogin(db: Database, id: string): Promise<Login> {
  const row = isUuid(id) ? await logins(db).where('id', '=', id).executeTakeFirst() : undefined;
  if (!row) throw noSuchUser();
  return toLogin(row);
}

export function emailTaken(): AppError {
  const { message } = new AppError('email-taken');
  return new AppError('email-taken', { fields: { email: message } });
}

/** @throws AppError email-taken */
export async function insertUser(tx: Tx, user: UserState, proof: Proof): Promise<void> {
  // ON CONFLICT instead of a unique violation: PostgreSQL would log the address.
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({ ...user, ...proof })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw emailTaken();
  await emit(tx, createdEvents(user));
}

/** Locks the row until the transaction ends. @throws AppError not-found */
export async function lockUser(tx: Tx, id: string): Promise<UserState> {
  const user = isUuid(id)
    ? await tx.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!user) throw noSuchUser();
  return user;
}

/** Serialises changes of role, activity and existence: the count of admins stays right. Take it before any row lock. */
const lockAdmins = (tx: Tx) =>
  sql`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':admins'))`.execute(tx);

/** All except `id`, or only `id`. */
async function countActiveAdmins(tx: Tx, which: '<>' | '=', id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((users) => users.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('id', which, id)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Runs `work` on a locked account, with the facts for rule 9.
 * @throws AppError not-found; forbidden when the caller is no longer an active admin
 */
async function underAdminLock<T>(
  db: Database,
  id: string,
  actorId: string,
  work: (tx: Tx, state: UserState, by: ChangedBy) => Promise<T>,
): Promise<T> {
  return db.tx(async (tx) => {
    await lockAdmins(tx);
    const state = await lockUser(tx, id);
    const otherActiveAdmins = await countActiveAdmins(tx, '<>', state.id);
    const result = await work(tx, state, { actorId, otherActiveAdmins });
    if ((await countActiveAdmins(tx, '=', actorId)) === 0) throw new AppError('forbidden');
    return result;
  });
}

type Decide = (state: UserState, by: ChangedBy) => Decided;

const save = async (tx: Tx, state: UserState, decided: Decided, actorId: string): Promise<UserState> => {
  const { next } = decided;
  if (next === state) return state;
  for (const act of actsOfChange(state, next, actorId)) await recordAuditAct(tx, act, next.updatedAt);
  const { id, ...data } = next;
  await tx.updateTable('users').set(data).where('id', '=', id).execute();
  if (state.isActive && !next.isActive) {
    await tx.deleteFrom('sessions').where('userId', '=', id).execute();
    await tx.deleteFrom('apiTokens').where('userId', '=', id).execute();
  } else if (state.role !== next.role) await shortenSessions(tx, next);
  await emit(tx, toEvents(decided));
  return next;
};

/** Applies a new role's session limits to open sessions (api-rules H3). */
async function shortenSessions(tx: Tx, { id, role, updatedAt }: UserState): Promise<void> {
  const open = tx.selectFrom('sessions').select(['sid', 'createdAt', 'expire']).where('userId', '=', id);
  for (const { sid, createdAt, expire } of await open.execute()) {
    const latest = expiryAt(role, createdAt, updatedAt);
    if (latest >= expire) continue;
    await tx.updateTable('sessions').set({ expire: latest }).where('sid', '=', sid).execute();
  }
}

type AfterChange = (tx: Tx, before: UserState, after: UserState) => Promise<void>;

/** Changes row, sessions, trail and outbox in one transaction. */
export const changeAsAdmin = (
  db: Database,
  id: string,
  actorId: string,
  decide: Decide,
  also: AfterChange,
): Promise<UserState> =>
  underAdminLock(db, id, actorId, async (tx, state, by) => {
    const next = await save(tx, state, decide(state, by), actorId);
    await also(tx, state, next);
    return next;
  });

/** Never changes role or activity. */
export const changeOwn = (db: Database, id: string, decide: Decide): Promise<UserState> =>
  db.tx(async (tx) => {
    const state = await lockUser(tx, id);
    return save(tx, state, decide(state, { actorId: id, otherActiveAdmins: 1 }), state.id);
  });

/** `decide` throws to refuse the deletion. */
export const deleteAsAdmin = (
  db: Database,
  id: string,
  actorId: string,
  decide: Decide,
  now: Date,
): Promise<void> =>
  underAdminLock(db, id, actorId, async (tx, state, by) => {
    const decided = decide(state, by);
    await recordAuditAct(tx, userAct('account-deleted', state.id, actorId, { role: state.role }), now);
    await deleteStaffMails(tx, state.id);
    await tx.deleteFrom('users').where('id', '=', state.id).execute();
    await deleteIdempotencyKeys(tx, state.id);
    await emit(tx, toEvents(decided));
  });
