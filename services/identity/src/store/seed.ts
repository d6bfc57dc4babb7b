import { sql } from 'kysely';
import type { UserState } from '../domain/user.ts';
import { type Database, hasEmail, type Tx, USER_COLUMNS } from '../store.ts';

/** Runs `work` under a lock that serialises replicas that start at the same time. */
export const inSeedLock = (db: Database, work: (tx: Tx) => Promise<void>): Promise<void> =>
  db.tx(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':seed'))`.execute(tx);
    await work(tx);
  });

/** True when there is an admin, active or not. */
export async function hasAdmin(db: Database | Tx): Promise<boolean> {
  const admin = db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1);
  return (await admin.executeTakeFirst()) !== undefined;
}

/** Makes the account with this e-mail address an admin. @returns undefined when there is no such account */
export async function makeAdmin(
  tx: Tx,
  email: string,
  passwordHash: string,
  now: Date,
): Promise<UserState | undefined> {
  return tx
    .updateTable('users')
    .set((user) => ({
      role: 'admin',
      isActive: true,
      passwordHash,
      emailVerifiedAt: now,
      updatedAt: now,
      version: user('version', '+', 1),
    }))
    .where(hasEmail(email))
    .returning(USER_COLUMNS)
    .executeTakeFirst();
}
