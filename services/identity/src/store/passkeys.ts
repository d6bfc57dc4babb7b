import { AppError } from '@g2/terms/errors';
import type { Kysely, Selectable } from 'kysely';
import type { DB, Passkey } from '#tables';
import { MAX_PASSKEYS } from '../domain/factors.ts';
import { sha256Hex } from '../domain/sha256.ts';
import { flowEnd } from '../sign-in/flows.ts';
import type { NewPasskey, StoredPasskey, VerifiedAssertion } from '../sign-in/passkeys.ts';
import type { Database, Tx } from '../store.ts';

const SHOWN = ['id', 'name', 'createdAt', 'lastUsedAt', 'backedUp'] as const;
type ShownPasskey = Pick<Selectable<Passkey>, (typeof SHOWN)[number]>;

const isText = (value: unknown): value is string => typeof value === 'string';

const noSuchPasskey = (): AppError =>
  new AppError('not-found', { message: 'Chave de acesso não encontrada' });

export const listPasskeys = (db: Kysely<DB>, userId: string): Promise<ShownPasskey[]> =>
  db
    .selectFrom('passkeys')
    .select(SHOWN)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export async function knownPasskeys(
  db: Kysely<DB>,
  userId: string,
): Promise<Pick<StoredPasskey, 'id' | 'transports'>[]> {
  const own = db.selectFrom('passkeys').select(['id', 'transports']).where('userId', '=', userId);
  const rows = await own.execute();
  return rows.map(({ id, transports }) => ({ id, transports: textsIn(transports) }));
}

const textsIn = (json: unknown): string[] => (Array.isArray(json) ? json.filter(isText) : []);

/** Finds a passkey of any account: the caller checks `userId`. */
export async function findPasskey(
  db: Kysely<DB>,
  id: string,
): Promise<(StoredPasskey & { userId: string }) | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'publicKey', 'counter', 'transports'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, transports: textsIn(row.transports) };
}

/** Uses up a challenge, in the transaction of the act that it authorises. @returns false when it was used before */
export async function consumeChallenge(tx: Tx, challenge: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('usedChallenges')
    .values({ hash: sha256Hex('challenge', challenge), expire: flowEnd(now) })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The caller holds the account's row lock. @throws AppError factor-exists, conflict */
export async function insertPasskey(
  tx: Tx,
  userId: string,
  { publicKey, transports, ...passkey }: NewPasskey,
  name: string,
  now: Date,
): Promise<ShownPasskey> {
  const { length } = await knownPasskeys(tx, userId);
  if (length >= MAX_PASSKEYS) {
    throw new AppError('conflict', { message: `A conta já tem ${MAX_PASSKEYS} chaves de acesso.` });
  }
  const stored = { publicKey: Buffer.from(publicKey), transports: JSON.stringify(transports) };
  const added = await tx
    .insertInto('passkeys')
    .values({ ...passkey, ...stored, userId, name, createdAt: now })
    .onConflict((on) => on.doNothing())
    .returning(SHOWN)
    .executeTakeFirst();
  if (!added) throw new AppError('factor-exists', { message: 'Esta chave de acesso já está cadastrada.' });
  return added;
}

/** Locks the passkey's row and returns its signature counter. */
export async function lockCounter(tx: Tx, id: string, userId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('passkeys')
    .select('counter')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.counter;
}

export async function recordPasskeyUse(
  tx: Tx,
  { id, counter, backedUp }: VerifiedAssertion,
  now: Date,
): Promise<void> {
  await tx.updateTable('passkeys').set({ counter, backedUp, lastUsedAt: now }).where('id', '=', id).execute();
}

/** @throws AppError not-found */
export async function renamePasskey(
  db: Database,
  userId: string,
  id: string,
  name: string,
): Promise<ShownPasskey> {
  const own = db.updateTable('passkeys').set({ name }).where('id', '=', id).where('userId', '=', userId);
  const renamed = await own.returning(SHOWN).executeTakeFirst();
  if (!renamed) throw noSuchPasskey();
  return renamed;
}

/** @throws AppError not-found */
export async function dropPasskey(tx: Tx, userId: string, id: string): Promise<void> {
  const own = tx.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId);
  const { numDeletedRows } = await own.executeTakeFirst();
  if (numDeletedRows === 0n) throw noSuchPasskey();
}
