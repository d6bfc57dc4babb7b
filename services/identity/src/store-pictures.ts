import type { NotNull } from 'kysely';
import type { Database, Tx } from './store.ts';

export type DuePicture = { userId: string; sourceUrl: string; attempts: number };

/** A picture is asked for again, at a sign-in, when it is older. */
const REFRESH_MS = 24 * 3_600_000;
/** A claimed one is another replica's again after it: longer than a fetch may take. */
const CLAIMED_MS = 60_000;

/** Where the identity provider says the picture is, to be fetched after this transaction. */
export async function askForPicture(tx: Tx, userId: string, sourceUrl: string, now: Date): Promise<void> {
  const asked = { sourceUrl, nextAt: now };
  const old = new Date(now.getTime() - REFRESH_MS);
  await tx
    .insertInto('avatars')
    .values({ userId, ...asked })
    .onConflict((on) =>
      on
        .column('userId')
        .doUpdateSet({ ...asked, attempts: 0 })
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

/** Takes one picture that is due; replicas share by SKIP LOCKED, and one that dies leaves it to the others. */
export const claimPicture = (db: Database, now: Date): Promise<DuePicture | undefined> => {
  const due = db
    .selectFrom('avatars')
    .select('userId')
    .where('nextAt', '<=', now)
    .orderBy('nextAt')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('avatars')
    .set((avatar) => ({
      attempts: avatar('attempts', '+', 1),
      nextAt: new Date(now.getTime() + CLAIMED_MS),
    }))
    .where('userId', '=', due)
    .returning(['userId', 'sourceUrl', 'attempts'])
    .executeTakeFirst();
};

/** Keeps a fetched picture and shows it; not when another one was asked for meanwhile, or the account is gone. */
export async function keepPicture(
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

/** Tries again at `next`, or no more until another sign-in; what was kept before stays. */
export async function leavePicture(
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
    // A version goes with every image (CHECK).
    .$narrowType<{ image: NotNull; version: NotNull }>()
    .executeTakeFirst();
