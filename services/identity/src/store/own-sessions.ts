import type { UserActor } from '@g2/kit/actor';
import { AppError } from '@g2/terms/errors';
import type { Selectable } from 'kysely';
import type { Session } from '#tables';
import { userAct } from '../domain/audit-acts.ts';
import { sessionEnd } from '../domain/session.ts';
import { type Database, lockUser } from '../store.ts';
import { revokeAllTokens } from './api-tokens.ts';
import { recordAuditAct } from './audit.ts';
import { ENDED, emitEnded, endAll } from './sessions.ts';

const COLUMNS = ['sid', 'address', 'agent', 'createdAt', 'usedAt', 'expire'] as const;
export type OwnSession = Pick<Selectable<Session>, (typeof COLUMNS)[number]>;

type Asker = Pick<UserActor, 'id' | 'role' | 'sessionId'>;

/** Open sessions of the caller's account: the caller's session first, then by last use. */
export async function listOwn(
  db: Database,
  { id, role, sessionId }: Asker,
  now: Date,
): Promise<OwnSession[]> {
  const open = await db
    .selectFrom('sessions')
    .select(COLUMNS)
    .where('userId', '=', id)
    .orderBy('usedAt', 'desc')
    .orderBy('sid')
    .execute();
  const live = open.filter((one) => sessionEnd(one, role, now, true) !== undefined);
  return live.sort((a, b) => Number(b.sid === sessionId) - Number(a.sid === sessionId));
}

/** Ends one session of the caller's account, also the current one. @throws AppError not-found */
export const endSessionById = (db: Database, { id }: Asker, sid: string, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    const one = tx.deleteFrom('sessions').where('sid', '=', sid).where('userId', '=', id);
    const ended = await one.returning(ENDED).execute();
    if (ended.length === 0) throw new AppError('not-found', { message: 'Sessão não encontrada' });
    await emitEnded(tx, ended);
    const act = { action: 'session-ended', actorId: id, subjectType: 'session', subjectId: sid } as const;
    await recordAuditAct(tx, act, now);
  });

export const endSessionsExcept = (
  db: Database,
  { id, sessionId }: Asker,
  revokesTokens: boolean,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    await endAll(tx, id, sessionId);
    if (revokesTokens) await revokeAllTokens(tx, id, now, id);
    await recordAuditAct(tx, userAct('sessions-ended', id, id), now);
  });

/** Ends all sessions and revokes API tokens; keeps the caller's own tokens and session. @throws AppError not-found */
export const endSessionsOfAccount = (db: Database, caller: Asker, userId: string, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    const { id } = await lockUser(tx, userId);
    await endAll(tx, id, id === caller.id ? caller.sessionId : undefined);
    if (id !== caller.id) await revokeAllTokens(tx, id, now);
    await recordAuditAct(tx, userAct('sessions-ended', id, caller.id), now);
  });
