import { newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { AppError } from '@g2/terms/errors';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import { toEvents } from '../announce.ts';
import { userAct } from '../domain/audit-acts.ts';
import { type Factors, hasFactor } from '../domain/factors.ts';
import { factorAdded, factorRemoved, factorReset } from '../domain/mails/access.ts';
import type { Mail } from '../domain/mails/mails.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { UserState } from '../domain/user.ts';
import { type Database, lockUser, type MailContext, type Tx } from '../store.ts';
import { revokeAllTokens } from './api-tokens.ts';
import { recordAuditAct } from './audit.ts';
import { countRows } from './counts.ts';
import { queueMail } from './mails.ts';
import { endAll, unconfirmOthers } from './sessions.ts';

const recoveryHash = (userId: string, code: string): string => sha256Hex('recovery', userId, code);

export async function readFactors(db: Kysely<DB>, userId: string): Promise<Factors> {
  const totp = db.selectFrom('totp').where('userId', '=', userId).where('enabledAt', 'is not', null);
  const passkeys = db.selectFrom('passkeys').where('userId', '=', userId);
  const codes = db.selectFrom('recoveryCodes').where('userId', '=', userId).where('usedAt', 'is', null);
  return {
    totp: (await countRows(totp)) > 0,
    passkeys: await countRows(passkeys),
    recoveryCodes: await countRows(codes),
  };
}

export const mailOwner = (tx: Tx, user: UserState, mail: Mail, now: Date): Promise<void> =>
  queueMail(tx, user, `factor:${newId()}`, mail, now);

/** Updates `mfaEnabled`; deletes recovery codes when no factor is left. The caller holds the account's row lock. */
async function updateMfaEnabled(tx: Tx, user: UserState, now: Date): Promise<UserState> {
  const mfaEnabled = hasFactor(await readFactors(tx, user.id));
  if (!mfaEnabled) await tx.deleteFrom('recoveryCodes').where('userId', '=', user.id).execute();
  if (mfaEnabled === user.mfaEnabled) return user;
  const next = { ...user, mfaEnabled, updatedAt: now, version: user.version + 1 };
  await tx
    .updateTable('users')
    .set({ mfaEnabled, updatedAt: now, version: next.version })
    .where('id', '=', user.id)
    .execute();
  // The event invalidates caches of what this account's sessions may do.
  await emit(tx, toEvents({ next, facts: [{ kind: 'changed' }] }));
  return next;
}

/** Records and mails a new factor. The first factor voids confirmations by password in other sessions. */
export async function afterFactorAdded(
  tx: Tx,
  { user, sid }: { user: UserState; sid: string },
  factor: 'totp' | 'passkey',
  { now, publicUrl }: MailContext,
): Promise<void> {
  await updateMfaEnabled(tx, user, now);
  if (!user.mfaEnabled) await unconfirmOthers(tx, user.id, sid);
  await mailOwner(tx, user, factorAdded(user.firstName, factor, publicUrl), now);
  await recordAuditAct(tx, userAct('factor-added', user.id, user.id, { factor }), now);
}

export async function afterFactorRemoved(
  tx: Tx,
  user: UserState,
  factor: 'totp' | 'passkey',
  { now, publicUrl }: MailContext,
): Promise<void> {
  const { mfaEnabled } = await updateMfaEnabled(tx, user, now);
  await mailOwner(tx, user, factorRemoved(user.firstName, factor, !mfaEnabled, publicUrl), now);
  await recordAuditAct(tx, userAct('factor-removed', user.id, user.id, { factor }), now);
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  codes: string[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  const rows = codes.map((code) => ({ hash: recoveryHash(userId, code), userId }));
  await tx.insertInto('recoveryCodes').values(rows).execute();
  await recordAuditAct(tx, userAct('recovery-codes-made', userId, userId), now);
}

/** @returns number of unused codes left; undefined for a wrong or used code */
export async function consumeRecoveryCode(
  tx: Tx,
  userId: string,
  code: string,
  now: Date,
): Promise<number | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('hash', '=', recoveryHash(userId, code))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? undefined : (await readFactors(tx, userId)).recoveryCodes;
}

/** Removes all second factors, also if the address is another person's. The caller holds the account's row lock. */
export async function dropFactors(tx: Tx, user: UserState, now: Date): Promise<UserState> {
  await tx.deleteFrom('totp').where('userId', '=', user.id).execute();
  await tx.deleteFrom('passkeys').where('userId', '=', user.id).execute();
  return updateMfaEnabled(tx, user, now);
}

/** Removes all second factors for an admin. @throws AppError self-change, not-found, forbidden for an inactive admin */
export const resetFactors = (
  db: Database,
  id: string,
  actorId: string,
  { now, publicUrl }: MailContext,
  needSecondPerson: () => void,
): Promise<void> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, id);
    if (user.id === actorId) throw new AppError('self-change');
    const actor = tx.selectFrom('users').select('id').where('id', '=', actorId).where('role', '=', 'admin');
    if (!(await actor.where('isActive', '=', true).executeTakeFirst())) throw new AppError('forbidden');
    if (!user.mfaEnabled) return;
    if (user.role === 'admin') needSecondPerson();
    await dropFactors(tx, user, now);
    await endAll(tx, user.id);
    await revokeAllTokens(tx, user.id, now);
    await mailOwner(tx, user, factorReset(user.firstName, publicUrl), now);
    await recordAuditAct(tx, userAct('factor-reset', user.id, actorId), now);
  });

/** The caller holds the account's row lock. */
export const findTotp = (tx: Tx, userId: string) =>
  tx
    .selectFrom('totp')
    .select(['secret', 'enabledAt', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Stores the secret of an authenticator app, disabled until its first code. @throws AppError factor-exists */
export const saveTotpSecret = (db: Database, userId: string, secret: Buffer, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    await lockUser(tx, userId);
    if ((await findTotp(tx, userId))?.enabledAt) throw new AppError('factor-exists');
    const fresh = { secret, createdAt: now, enabledAt: null, lastStep: 0 };
    await tx
      .insertInto('totp')
      .values({ userId, ...fresh })
      .onConflict((on) => on.column('userId').doUpdateSet(fresh))
      .execute();
  });

/** Records the time step of a used code. @param enabledAt set with the first code, which enables the app */
export async function recordTotpStep(
  tx: Tx,
  userId: string,
  lastStep: number,
  enabledAt?: Date,
): Promise<void> {
  await tx
    .updateTable('totp')
    .set({ lastStep, ...(enabledAt ? { enabledAt } : {}) })
    .where('userId', '=', userId)
    .execute();
}

export async function dropTotp(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('totp').where('userId', '=', userId).execute();
}
