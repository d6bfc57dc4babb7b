import { randomInt } from 'node:crypto';
import { isUuid, newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { apiToken, BASE62, MAX_API_TOKENS, TOKEN_RANDOM_LENGTH, tokenPrefix } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { Kysely, Selectable } from 'kysely';
import type { ApiToken, DB } from '#tables';
import { sessionEnded } from '../announce.ts';
import { LAST_USE_PRECISION_MS, type ValidTokenRequest } from '../domain/api-token.ts';
import { userAct } from '../domain/audit-acts.ts';
import { apiTokenCreated, apiTokenRevoked } from '../domain/mails/access.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { UserState } from '../domain/user.ts';
import { type Database, lockUser, type MailContext, type Tx, USER_COLUMNS } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { queueMail } from './mails.ts';
import { assertSessionOpen } from './sessions.ts';

const SHOWN = ['id', 'name', 'scopes', 'prefix', 'createdAt', 'expiresAt', 'lastUsedAt'] as const;
type ShownToken = Pick<Selectable<ApiToken>, (typeof SHOWN)[number]>;

export const listApiTokens = (db: Kysely<DB>, userId: string, now: Date): Promise<ShownToken[]> =>
  db
    .selectFrom('apiTokens')
    .select(SHOWN)
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

const newSecret = (): string =>
  apiToken(Array.from({ length: TOKEN_RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join(''));

/** Stores only the token's hash. @throws AppError conflict at the limit; unauthenticated when the session has ended */
export const createApiToken = (
  db: Database,
  caller: { id: string; sessionId: string },
  wanted: ValidTokenRequest,
  { now, publicUrl }: MailContext,
): Promise<{ token: ShownToken; secret: string }> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, caller.id);
    // An ended session must not create a token, which would outlast the act that ended the session.
    await assertSessionOpen(tx, caller.id, caller.sessionId);
    const { length } = await listApiTokens(tx, user.id, now);
    if (length >= MAX_API_TOKENS) {
      const message = `A conta já tem ${MAX_API_TOKENS} tokens de API. Revogue um deles para criar outro.`;
      throw new AppError('conflict', { message });
    }
    const id = newId();
    const secret = newSecret();
    const row = { id, userId: user.id, hash: sha256Hex(secret), prefix: tokenPrefix(secret) };
    const token = await tx
      .insertInto('apiTokens')
      .values({ ...row, ...wanted, createdAt: now })
      .returning(SHOWN)
      .executeTakeFirstOrThrow();
    const mail = apiTokenCreated(user.firstName, wanted, publicUrl);
    await queueMail(tx, user, `api-token:${id}`, mail, now);
    const detail = { token: id, scopes: wanted.scopes.join(',') };
    await recordAuditAct(tx, userAct('api-token-created', user.id, user.id, detail), now);
    return { token, secret };
  });

/** @throws AppError not-found */
export const revokeApiToken = (
  db: Database,
  userId: string,
  id: string,
  { now, publicUrl }: MailContext,
): Promise<void> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    const own = tx.deleteFrom('apiTokens').where('userId', '=', user.id);
    const gone = isUuid(id)
      ? await own.where('id', '=', id).returning(['id', 'name']).executeTakeFirst()
      : undefined;
    if (!gone) throw new AppError('not-found', { message: 'Token não encontrado' });
    const mail = apiTokenRevoked(user.firstName, gone.name, publicUrl);
    await queueMail(tx, user, `api-token-revoked:${gone.id}`, mail, now);
    await recordAuditAct(tx, userAct('api-token-revoked', user.id, user.id, { token: gone.id }), now);
    // The event invalidates caches of the token's permissions.
    await emit(tx, [sessionEnded(user.id, gone.id)]);
  });

/** Revokes all tokens of an account. It emits no event: the caller also emits the end of the account's sessions. */
export async function revokeAllTokens(
  tx: Tx,
  userId: string,
  now: Date,
  actorId: string | null = null,
): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('apiTokens').where('userId', '=', userId).executeTakeFirst();
  if (numDeletedRows === 0n) return;
  const detail = { count: String(numDeletedRows) };
  await recordAuditAct(tx, userAct('api-tokens-revoked', userId, actorId, detail), now);
}

/** Finds an unexpired API token of an active account. Writes its last use at most once a minute. */
export async function findApiToken(
  db: Database,
  secret: string,
  now: Date,
): Promise<{ id: string; scopes: string[]; user: UserState } | undefined> {
  const row = await db
    .selectFrom('apiTokens as t')
    .innerJoin('users', 'users.id', 't.userId')
    .select([...USER_COLUMNS, 't.id as tokenId', 't.scopes', 't.expiresAt', 't.lastUsedAt'])
    .where('t.hash', '=', sha256Hex(secret))
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const { tokenId, scopes, expiresAt, lastUsedAt, ...user } = row;
  if (expiresAt && expiresAt <= now) return undefined;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= LAST_USE_PRECISION_MS) {
    await db.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', tokenId).execute();
  }
  return { id: tokenId, scopes, user };
}
