import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import type { Contents } from './domain/manifest.ts';

export type FileOf = {
  registrationId: string;
  /** Lower-case hex. */
  fileSha256: string;
};

/** Contents from storage-hashing; null until known. */
export async function contentsOf(db: Kysely<DB>, file: FileOf): Promise<Contents | null> {
  const row = await db
    .selectFrom('contents')
    .select(['files', 'root'])
    .where('registrationId', '=', file.registrationId)
    .where('fileSha256', '=', file.fileSha256)
    .executeTakeFirst();
  return row ?? null;
}

/** Idempotent: the same bytes have the same contents. */
export async function keepContents(db: Kysely<DB>, file: FileOf, contents: Contents): Promise<void> {
  await db
    .insertInto('contents')
    .values({ ...file, ...contents })
    .onConflict((on) => on.columns(['registrationId', 'fileSha256']).doNothing())
    .execute();
}
