import { emit } from '@g2/kit/outbox';
import { AppError } from '@g2/terms/errors';
import { sql } from 'kysely';
import { toEvents } from '../announce.ts';
import { actsOfChange, userAct } from '../domain/audit-acts.ts';
import type { Mail } from '../domain/mails/mails.ts';
import { becameAdmin, newAdmin } from '../domain/mails/staff.ts';
import { expiryAt } from '../domain/session.ts';
import { type ChangedBy, type Decided, removeOwn, removeUser, type UserState } from '../domain/user.ts';
import { type Database, lockUser, type MailContext, type Tx } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { countRows } from './counts.ts';
import { activeAdmins, queueMail } from './mails.ts';
import { hasPasswordHash } from './passwords.ts';

type Decide = (state: UserState, by: ChangedBy) => Decided;

/** Changes the caller's own names, never the role or activity. */
export const changeOwn = (db: Database, id: string, decide: Decide): Promise<UserState> =>
  db.tx(async (tx) => {
    const state = await lockUser(tx, id);
    return save(tx, state, decide(state, { actorId: id, otherActiveAdmins: 1 }), state.id);
  });

/** Writes the account, its sessions, the audit trail and the event outbox in one transaction. */
export const changeAsAdmin = (
  db: Database,
  id: string,
  actorId: string,
  decide: Decide,
  also: (tx: Tx, before: UserState, after: UserState) => Promise<void>,
): Promise<UserState> =>
  underAdminLock(db, id, actorId, async (tx, state, by) => {
    const next = await save(tx, state, decide(state, by), actorId);
    await also(tx, state, next);
    return next;
  });

async function save(tx: Tx, state: UserState, decided: Decided, actorId: string): Promise<UserState> {
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
}

/** Applies the session limits of a new role to open sessions (api-rules H3). */
async function shortenSessions(tx: Tx, { id, role, updatedAt }: UserState): Promise<void> {
  const open = tx.selectFrom('sessions').select(['sid', 'createdAt', 'expire']).where('userId', '=', id);
  for (const { sid, createdAt, expire } of await open.execute()) {
    const latest = expiryAt(role, createdAt, updatedAt);
    if (latest >= expire) continue;
    await tx.updateTable('sessions').set({ expire: latest }).where('sid', '=', sid).execute();
  }
}

/** @throws AppError not-found, self-change, last-admin; forbidden when the caller is no longer an active admin */
export const deleteAsAdmin = (db: Database, id: string, actorId: string, now: Date): Promise<void> =>
  underAdminLock(db, id, actorId, async (tx, state, by) => {
    await deleteRows(tx, removeUser(state, by));
    await recordAuditAct(tx, userAct('account-deleted', state.id, actorId, { role: state.role }), now);
  });

/**
 * Deletes an account for its owner. The mail about the deletion stays queued.
 * @param passwordHash the hash that the owner's password matched
 * @returns false when the password has changed since then @throws AppError not-found, self-change
 */
export const deleteAsOwner = (
  db: Database,
  { id, passwordHash }: { id: string; passwordHash: string | null },
  mail: Mail,
  now: Date,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const state = await lockUser(tx, id);
    const decided = removeOwn(state);
    if (!(await hasPasswordHash(tx, id, passwordHash))) return false;
    await deleteRows(tx, decided);
    await queueMail(tx, { id: null, email: state.email }, `deleted:${id}`, mail, now);
    await recordAuditAct(tx, userAct('account-deleted', id, id), now);
    return true;
  });

async function deleteRows(tx: Tx, decided: Decided): Promise<void> {
  const { id } = decided.next;
  await deleteStaffMails(tx, id);
  await tx.deleteFrom('users').where('id', '=', id).execute();
  await tx.deleteFrom('idempotencyKeys').where('scope', 'like', `${id}:%`).execute();
  await emit(tx, toEvents(decided));
}

/** Deletes staff mails and notices about the account. Call it under the row lock, before deleting its contacts. */
async function deleteStaffMails(tx: Tx, id: string): Promise<void> {
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

/** Runs `work` with the facts of api-rules R9. @throws AppError not-found; forbidden if no longer an active admin */
const underAdminLock = <T>(
  db: Database,
  id: string,
  actorId: string,
  work: (tx: Tx, state: UserState, by: ChangedBy) => Promise<T>,
): Promise<T> =>
  db.tx(async (tx) => {
    // Serialises deletions and changes of role and activity, so that the count of admins stays correct. Must
    // come before any row lock.
    await sql`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':admins'))`.execute(tx);
    const state = await lockUser(tx, id);
    const otherActiveAdmins = await countActiveAdmins(tx, '<>', state.id);
    const result = await work(tx, state, { actorId, otherActiveAdmins });
    if ((await countActiveAdmins(tx, '=', actorId)) === 0) throw new AppError('forbidden');
    return result;
  });

/** Counts the active admins: all except `id`, or only `id`. */
const countActiveAdmins = (tx: Tx, which: '<>' | '=', id: string): Promise<number> =>
  countRows(
    tx.selectFrom('users').where('role', '=', 'admin').where('isActive', '=', true).where('id', which, id),
  );

/** Mails the new admin and all other active admins, in the transaction of the change. */
export async function mailNewAdmin(tx: Tx, user: UserState, { now, publicUrl }: MailContext): Promise<void> {
  const key = (recipientId: string) => `new-admin:${user.id}:${user.version}:${recipientId}`;
  await queueMail(tx, user, key(user.id), becameAdmin(user.firstName, publicUrl), now);
  for (const admin of await activeAdmins(tx)) {
    if (admin.id === user.id) continue;
    await queueMail(tx, admin, key(admin.id), newAdmin(admin.firstName, user, publicUrl), now, [user.id]);
  }
}

/** True if an admin promoted or reactivated another admin before this transaction. The bootstrap admin's own act has no actor. */
export async function wasAdminMadeBefore(tx: Tx): Promise<boolean> {
  const made = await tx
    .selectFrom('audit')
    .select('id')
    .where('actorId', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('action', '=', 'role-changed'), eb(sql`detail->>'to'`, '=', 'admin')]),
        eb.and([eb('action', '=', 'account-reactivated'), eb(sql`detail->>'role'`, '=', 'admin')]),
      ]),
    )
    .limit(2)
    .execute();
  return made.length > 1;
}
