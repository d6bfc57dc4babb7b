import { Database as KitDatabase } from '@g2/kit/database';
import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { AppError } from '@g2/terms/errors';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import { toEvents } from './announce.ts';
import type { UserState } from './domain/user.ts';

export type Database = KitDatabase<DB>;
export type Tx = Transaction<DB>;

/** `publicUrl`: origin of links in mails. */
export type MailContext = { now: Date; publicUrl: string };

export const openStore = (config: { DATABASE_URL: string; DATABASE_POOL: number }): Database =>
  new KitDatabase<DB>(config.DATABASE_URL, config.DATABASE_POOL);

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

export type Login = { user: UserState; passwordHash: string | null };

const logins = (db: Kysely<DB>) => db.selectFrom('users').select([...USER_COLUMNS, 'users.passwordHash']);
const toLogin = ({ passwordHash, ...user }: UserState & { passwordHash: string | null }): Login => ({
  user,
  passwordHash,
});

export async function findLogin(db: Kysely<DB>, email: string): Promise<Login | undefined> {
  const row = await logins(db).where(hasEmail(email.trim())).executeTakeFirst();
  return row && toLogin(row);
}

/** @throws AppError not-found */
export async function getLogin(db: Kysely<DB>, id: string): Promise<Login> {
  const row = isUuid(id) ? await logins(db).where('id', '=', id).executeTakeFirst() : undefined;
  if (!row) throw noSuchUser();
  return toLogin(row);
}

export function emailTaken(): AppError {
  const { message } = new AppError('email-taken');
  return new AppError('email-taken', { fields: { email: message } });
}

/** @param passwordHash null for an account created by a provider @throws AppError email-taken */
export async function insertUser(tx: Tx, user: UserState, passwordHash: string | null): Promise<void> {
  // Uses ON CONFLICT, because PostgreSQL would log the e-mail address in the error of a unique violation.
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({ ...user, passwordHash })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw emailTaken();
  await emit(tx, toEvents({ next: user, facts: [{ kind: 'changed' }] }));
}

/** Locks the row of an account until the transaction ends. @throws AppError not-found */
export async function lockUser(tx: Tx, id: string): Promise<UserState> {
  const user = isUuid(id)
    ? await tx.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!user) throw noSuchUser();
  return user;
}
