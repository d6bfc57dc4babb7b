import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { openDb } from '@g2/kit/store';
import { AppError } from '@g2/terms/errors';
import type { Role } from '@g2/terms/names';
import { isRole } from '@g2/terms/names';
import { type Prisma, PrismaClient } from '#prisma';
import { announce, announceCreated } from './announce.ts';
import { expiryAt } from './domain/session.ts';
import type { By, Decision, UserState } from './domain/user.ts';

export type Tx = Prisma.TransactionClient;

/** Opens this service's pool, for Prisma and plain SQL alike. */
export const connect = (config: { DATABASE_URL: string; DATABASE_POOL: number }) =>
  openDb<PrismaClient, Tx>(
    config.DATABASE_URL,
    config.DATABASE_POOL,
    (adapter) => new PrismaClient({ adapter }),
  );
export type IdentityDb = ReturnType<typeof connect>;

export type UserRow = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  is_active: boolean;
  profile_image_url: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};
export const USER_COLUMNS =
  'u.id, u.email, u.first_name, u.last_name, u.role, u.is_active, u.profile_image_url, u.version, u.created_at, u.updated_at';

export const roleOf = (text: string): Role => {
  if (!isRole(text)) throw new Error('a role the database refuses');
  return text;
};

export const toState = (row: UserRow): UserState => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: roleOf(row.role),
  isActive: row.is_active,
  profileImageUrl: row.profile_image_url,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const noSuchUser = (): AppError => new AppError('not-found', { message: 'Usuário não encontrado' });

/** What proves an account: a password, or an identity provider's subject. */
export type Proof = { passwordHash?: string; oidcIssuer?: string; oidcSubject?: string };

export type Login = { user: UserState; passwordHash: string | null };

/** An account with its password's hash, by e-mail whatever its case (contract rule 10). */
export async function findLogin(db: IdentityDb, email: string): Promise<Login | undefined> {
  const [row] = await db.sql<UserRow & { password_hash: string | null }>(
    'user-by-email',
    `SELECT ${USER_COLUMNS}, u.password_hash FROM users u WHERE lower(u.email) = lower($1)`,
    [email.trim()],
  );
  return row && { user: toState(row), passwordHash: row.password_hash };
}

/** The same by id; @throws AppError not-found */
export async function getLogin(db: IdentityDb, id: string): Promise<Login> {
  if (!isUuid(id)) throw noSuchUser();
  const [row] = await db.sql<UserRow & { password_hash: string | null }>(
    'user-by-id',
    `SELECT ${USER_COLUMNS}, u.password_hash FROM users u WHERE u.id = $1`,
    [id],
  );
  if (!row) throw noSuchUser();
  return { user: toState(row), passwordHash: row.password_hash };
}

/** Writes a new account with its event; @throws AppError email-taken */
export async function insertUser(tx: Tx, user: UserState, proof: Proof): Promise<void> {
  // Not tried and refused: PostgreSQL would write the address into its log.
  const { count } = await tx.user.createMany({ data: [{ ...user, ...proof }], skipDuplicates: true });
  if (count === 0) {
    const taken = new AppError('email-taken');
    throw new AppError('email-taken', { fields: { email: taken.message } });
  }
  await emit(tx, announceCreated(user));
}

/** Reads an account and holds its row until the transaction ends; @throws AppError not-found */
export async function lockUser(tx: Tx, id: string): Promise<UserState> {
  const rows = isUuid(id)
    ? await tx.$queryRawUnsafe<UserRow[]>(
        `SELECT ${USER_COLUMNS} FROM users u WHERE u.id = $1::uuid FOR UPDATE`,
        id,
      )
    : [];
  if (!rows[0]) throw noSuchUser();
  return toState(rows[0]);
}

/**
 * Changes of role, activity and existence go one after the other, so that the count of admins holds. Everybody
 * takes this lock before any row's.
 */
const lockAdmins = (tx: Tx) =>
  tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':admins'))");

const isActiveAdmin = { role: 'admin', isActive: true };

/**
 * Runs `work` on a locked account with what rule 9 needs to know. The actor is looked at again under the lock: an
 * admin who was demoted a moment ago changes nobody.
 */
async function underAdminLock<T>(
  db: IdentityDb,
  id: string,
  actorId: string,
  work: (tx: Tx, state: UserState, by: By) => Promise<T>,
): Promise<T> {
  return db.tx(async (tx) => {
    await lockAdmins(tx);
    const state = await lockUser(tx, id);
    const otherActiveAdmins = await tx.user.count({ where: { ...isActiveAdmin, id: { not: state.id } } });
    const result = await work(tx, state, { actorId, otherActiveAdmins });
    const actor = await tx.user.count({ where: { ...isActiveAdmin, id: actorId } });
    if (actor === 0) throw new AppError('forbidden');
    return result;
  });
}

type Decide = (state: UserState, by: By) => Decision;

const save = async (tx: Tx, state: UserState, decided: Decision): Promise<UserState> => {
  const { next } = decided;
  if (next === state) return state;
  const { id, ...data } = next;
  await tx.user.update({ where: { id }, data });
  if (state.isActive && !next.isActive) await tx.session.deleteMany({ where: { userId: id } });
  else if (state.role !== next.role) await cutSessions(tx, next);
  await emit(tx, announce(decided));
  return next;
};

/** Sessions that go on under another role live no longer than that role's (contract "Session"). */
async function cutSessions(tx: Tx, { id, role, updatedAt }: UserState): Promise<void> {
  for (const { sid, createdAt, expire } of await tx.session.findMany({ where: { userId: id } })) {
    const latest = expiryAt(role, createdAt, updatedAt);
    if (latest < expire) await tx.session.update({ where: { sid }, data: { expire: latest } });
  }
}

/** An admin's change of an account: row, sessions and outbox in one transaction. */
export const changeAsAdmin = (
  db: IdentityDb,
  id: string,
  actorId: string,
  decide: Decide,
): Promise<UserState> =>
  underAdminLock(db, id, actorId, (tx, state, by) => save(tx, state, decide(state, by)));

/** A user's change of the own account, which never touches role or activity. */
export const changeOwn = (db: IdentityDb, id: string, decide: Decide): Promise<UserState> =>
  db.tx(async (tx) => {
    const state = await lockUser(tx, id);
    return save(tx, state, decide(state, { actorId: id, otherActiveAdmins: 1 }));
  });

/** Removes an account with its sessions and mails; `decide` refuses or says what becomes true. */
export const deleteAsAdmin = (db: IdentityDb, id: string, actorId: string, decide: Decide): Promise<void> =>
  underAdminLock(db, id, actorId, async (tx, state, by) => {
    const decided = decide(state, by);
    await tx.user.delete({ where: { id: state.id } });
    await emit(tx, announce(decided));
  });
