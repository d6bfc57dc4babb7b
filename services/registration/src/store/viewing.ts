import { emit } from '@g2/kit/outbox';
import { VIEWING_TIMEOUT_MS } from '@g2/terms/queue';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import { viewersChangedEvent } from '../announce.ts';
import { notFound } from '../domain/registration.ts';
import type { Database, Tx } from '../store.ts';

type Viewer = { registrationId: string; userId: string; since: Date };

/** Maximum number of viewers returned: `MOST` for one registration, `MOST_IN_ALL` for all. */
const MOST = 20;
const MOST_IN_ALL = 500;
const SWEEP = 500;

/** Viewers that last reported before this time have left. */
const expiredBefore = (now: Date): Date => new Date(now.getTime() - VIEWING_TIMEOUT_MS);

/** Records that a user is viewing a registration; emits an event only for a new viewer. @throws AppError not-found */
export async function reportViewing(
  tx: Tx,
  registrationId: string,
  userId: string,
  now: Date,
): Promise<void> {
  const gone = expiredBefore(now);
  const { rows } = await sql<{ isBack: boolean }>`UPDATE registration_viewers v
    SET seen_at = greatest(v.seen_at, ${now}), since = CASE WHEN b.seen_at < ${gone} THEN ${now} ELSE v.since END
    FROM (SELECT registration_id, user_id, seen_at FROM registration_viewers
      WHERE registration_id = ${registrationId} AND user_id = ${userId} FOR UPDATE) b
    WHERE v.registration_id = b.registration_id AND v.user_id = b.user_id
    RETURNING b.seen_at < ${gone} AS is_back`.execute(tx);
  const isNews = rows[0]?.isBack ?? (await insertViewer(tx, registrationId, userId, now));
  if (isNews) await emit(tx, [viewersChangedEvent(registrationId)]);
}

/** The row lock waits for a concurrent deletion of the registration. @returns false if another tab was first */
async function insertViewer(tx: Tx, registrationId: string, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    INSERT INTO registration_viewers (registration_id, user_id, since, seen_at)
    SELECT id, ${userId}, ${now}, ${now} FROM registrations WHERE id = ${registrationId} FOR KEY SHARE
    ON CONFLICT (registration_id, user_id) DO UPDATE SET seen_at = excluded.seen_at
    RETURNING xmax = 0 AS is_first`.execute(tx);
  if (rows[0] === undefined) throw notFound();
  return rows[0].isFirst;
}

/** Removes a viewer; emits an event only if there was one. */
export async function endViewing(tx: Tx, registrationId: string, userId: string): Promise<void> {
  const left = await tx
    .deleteFrom('registrationViewers')
    .where('registrationId', '=', registrationId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (left.numDeletedRows > 0n) await emit(tx, [viewersChangedEvent(registrationId)]);
}

/** Viewers other than the user, of one registration or of all. */
export const otherViewers = (
  db: Kysely<DB>,
  userId: string,
  now: Date,
  registrationId?: string,
): Promise<Viewer[]> => {
  const others = db
    .selectFrom('registrationViewers')
    .select(['registrationId', 'userId', 'since'])
    .where('userId', '<>', userId)
    .where('seenAt', '>=', expiredBefore(now))
    .orderBy('since')
    .orderBy('userId');
  return registrationId === undefined
    ? others.limit(MOST_IN_ALL).execute()
    : others.where('registrationId', '=', registrationId).limit(MOST).execute();
};

export async function dropViewing(tx: Tx, userId: string): Promise<void> {
  const gone = await tx
    .deleteFrom('registrationViewers')
    .where('userId', '=', userId)
    .returning('registrationId')
    .execute();
  await emit(
    tx,
    gone.map((one) => viewersChangedEvent(one.registrationId)),
  );
}

/** Removes viewers without recent reports. @returns true if there may be more */
export const sweepViewers = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const { rows } = await sql<{ registrationId: string }>`DELETE FROM registration_viewers
      WHERE (registration_id, user_id) IN (SELECT registration_id, user_id FROM registration_viewers
        WHERE seen_at < ${expiredBefore(now)} LIMIT ${SWEEP} FOR UPDATE SKIP LOCKED)
      RETURNING registration_id`.execute(tx);
    const changed = new Set(rows.map((row) => row.registrationId));
    await emit(tx, [...changed].map(viewersChangedEvent));
    return rows.length === SWEEP;
  });
