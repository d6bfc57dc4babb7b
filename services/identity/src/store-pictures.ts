import type { IdentityDb, Tx } from './store.ts';

export type DuePicture = { userId: string; sourceUrl: string; attempts: number };

/** A picture is asked for again, at a sign-in, when it is older. */
const REFRESH = "interval '1 day'";
/** A claimed one is another replica's again after it: longer than a fetch may take. */
const CLAIMED = "interval '1 minute'";

/** Where the identity provider says the picture is, to be fetched after this transaction. */
export async function askForPicture(tx: Tx, userId: string, sourceUrl: string, now: Date): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO avatars (user_id, source_url, next_at) VALUES ($1::uuid, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET source_url = excluded.source_url, attempts = 0, next_at = excluded.next_at
     WHERE avatars.source_url <> excluded.source_url
        OR avatars.fetched_at IS NULL OR avatars.fetched_at < excluded.next_at - ${REFRESH}`,
    userId,
    sourceUrl,
    now,
  );
}

/** Takes one picture that is due; replicas share by SKIP LOCKED, and one that dies leaves it to the others. */
export async function claimPicture(db: IdentityDb, now: Date): Promise<DuePicture | undefined> {
  const [row] = await db.sql<{ user_id: string; source_url: string; attempts: number }>(
    'picture-claim',
    `UPDATE avatars SET attempts = attempts + 1, next_at = $1::timestamptz + ${CLAIMED}
     WHERE user_id = (SELECT user_id FROM avatars WHERE next_at <= $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING user_id, source_url, attempts`,
    [now],
  );
  return row && { userId: row.user_id, sourceUrl: row.source_url, attempts: row.attempts };
}

/** Keeps a fetched picture and shows it; not when another one was asked for meanwhile, or the account is gone. */
export async function keepPicture(
  db: IdentityDb,
  { userId, sourceUrl }: DuePicture,
  picture: { image: Buffer; version: string },
  now: Date,
): Promise<void> {
  await db.sql(
    'picture-keep',
    `WITH kept AS (
       UPDATE avatars SET image = $3, version = $4, fetched_at = $5, attempts = 0, next_at = NULL
       WHERE user_id = $1 AND source_url = $2 RETURNING user_id)
     UPDATE users SET profile_image_url = '/api/users/' || id || '/avatar?v=' || $4 FROM kept WHERE id = kept.user_id`,
    [userId, sourceUrl, picture.image, picture.version, now],
  );
}

/** Tries again at `next`, or no more until another sign-in; what was kept before stays. */
export async function leavePicture(
  db: IdentityDb,
  { userId, sourceUrl }: DuePicture,
  next: Date | undefined,
): Promise<void> {
  await db.sql('picture-leave', 'UPDATE avatars SET next_at = $3 WHERE user_id = $1 AND source_url = $2', [
    userId,
    sourceUrl,
    next ?? null,
  ]);
}

export async function getPicture(
  db: IdentityDb,
  userId: string,
): Promise<{ image: Buffer; version: string } | undefined> {
  const [row] = await db.sql<{ image: Buffer; version: string }>(
    'picture-get',
    'SELECT image, version FROM avatars WHERE user_id = $1 AND image IS NOT NULL',
    [userId],
  );
  return row;
}
