import type { UserActor } from '@g2/kit/actor';
import { AppError } from '@g2/terms/errors';
import { sessionEnd as endOfSession } from '../domain/session.ts';
import { type Database, lockUser } from '../store.ts';
import { revokeAllTokens } from './api-tokens.ts';
import { recordAuditAct } from './audit.ts';
import { ENDED, emitEnded, endAll } from './sessions.ts';

export type OwnSession = {
  sid: string;
  address: string;
  agent: string;
  createdAt: Date;
  usedAt: Date;
};

type Asker = Pick<UserActor, 'id' | 'role' | 'sessionId'>;

/** The caller's session first, then by last use. */
export async function listOwn(
  db: Database,
  { id, role, sessionId }: Asker,
  now: Date,
): Promise<OwnSession[]> {
  const open = await db
    .selectFrom('sessions')
    .select(['sid', 'address', 'agent', 'createdAt', 'usedAt', 'expire'])
    .where('userId', '=', id)
    .orderBy('usedAt', 'desc')
    .orderBy('sid')
    .execute();
  const live = open.filter((one) => endOfSession(one, role, now, true) !== undefined);
  return live.sort((a, b) => Number(b.sid === sessionId) - Number(a.sid === sessionId));
}

/** Also the caller's session. @throws AppError not-found */
export const endSessionById = (db: Database, { id }: Asker, sid: string, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    const one = tx.deleteFrom('sessions').where('sid', '=', sid).where('userId', '=', id);
    const ended = await one.returning(ENDED).execute();
    if (ended.length === 0) throw new AppError('not-found', { message: 'Sessão não encontrada' });
    await emitEnded(tx, ended);
    await recordAuditAct(
      tx,
      { action: 'session-ended', actorId: id, subjectType: 'session', subjectId: sid },
      now,
    );
  });

/** All but the caller's session. */
export const endSessionsExcept = (
  db: Database,
  { id, sessionId }: Asker,
  revokesTokens: boolean,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    await endAll(tx, id, sessionId);
    if (revokesTokens) await revokeAllTokens(tx, id, now, id);
    await recordAuditAct(
      tx,
      { action: 'sessions-ended', actorId: id, subjectType: 'user', subjectId: id },
      now,
    );
  });

/** For the caller's own account, the session and the tokens stay. @throws AppError not-found */
export const endSessionsOfAccount = (db: Database, asker: Asker, userId: string, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    const { id } = await lockUser(tx, userId);
    await endAll(tx, id, id === asker.id ? asker.sessionId : undefined);
    if (id !== asker.id) await revokeAllTokens(tx, id, now);
    await recordAuditAct(
      tx,
      { action: 'sessions-ended', actorId: asker.id, subjectType: 'user', subjectId: id },
      now,
    );
  });
