import { claimDue } from '@g2/kit/claim';
import type { NotNull } from 'kysely';
import type { Database, Tx } from '../store.ts';

export type DuePicture = { userId: string; sourceUrl: string; attempts: number };

/** Older pictures are fetched again at the next sign-in. */
const REFRESH_MS = 24 * 3_600_000;
/** Lease of a claimed picture, ms; longer than a fetch. */
const CLAIMED_MS = 60_000;

export async function schedulePicture(tx: Tx, userId: string, sourceUrl: string, now: Date): Promise<void> {
  const request = { sourceUrl, nextAt: now };
  const old = new Date(now.getTime() - REFRESH_MS);
  await tx
    .insertInto('avatars')
    .values({ userId, ...request })
    .onConflict((on) =>
      on
        .column('userId')
        .doUpdateSet({ ...request, attempts: 0 })
        .where((kept) =>
          kept.or([
            kept('avatars.sourceUrl', '<>', sourceUrl),
            kept('avatars.fetchedAt', 'is', null),
            kept('avatars.fetchedAt', '<', old),
          ]),
        ),
    )
    .execute();
}

const QUEUE = { table: 'avatars', key: 'userId', dueAt: 'nextAt', attempts: 'attempts' } as const;

export const claimPicture = (db: Database, now: Date): Promise<DuePicture | undefined> =>
  claimDue(db, QUEUE, now, CLAIMED_MS).returning(['userId', 'sourceUrl', 'attempts']).executeTakeFirst();

/** Saves a fetched picture. No effect when another picture was requested since, or the account is deleted. */
export async function savePicture(
  db: Database,
  { userId, sourceUrl }: DuePicture,
  picture: { image: Buffer; version: string },
  now: Date,
): Promise<void> {
  await db
    .with('kept', (statement) =>
      statement
        .updateTable('avatars')
        .set({ ...picture, fetchedAt: now, attempts: 0, nextAt: null })
        .where('userId', '=', userId)
        .where('sourceUrl', '=', sourceUrl)
        .returning('userId'),
    )
    .updateTable('users')
    .from('kept')
    .set({ profileImageUrl: `/api/users/${userId}/avatar?v=${picture.version}` })
    .whereRef('users.id', '=', 'kept.userId')
    .execute();
}

/** Schedules the next attempt at `next`; undefined: at the next sign-in. The stored picture is kept. */
export async function reschedulePicture(
  db: Database,
  { userId, sourceUrl }: DuePicture,
  next: Date | undefined,
): Promise<void> {
  await db
    .updateTable('avatars')
    .set({ nextAt: next ?? null })
    .where('userId', '=', userId)
    .where('sourceUrl', '=', sourceUrl)
    .execute();
}

export const getPicture = (
  db: Database,
  userId: string,
): Promise<{ image: Buffer; version: string } | undefined> =>
  db
    .selectFrom('avatars')
    .select(['image', 'version'])
    .where('userId', '=', userId)
    .where('image', 'is not', null)
    // A CHECK constraint ensures that every image has a version.
    .$narrowType<{ image: NotNull; version: NotNull }>()
    .executeTakeFirst();
