import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import type { Contents } from './domain/manifest.ts';

/** One file of a registration. */
export type FileOf = {
  registrationId: string;
  /** Lower-case hex. */
  fileSha256: string;
};

/** What is in a registration's file, as far as storage-hashing told; null while it has not. */
export async function contentsOf(db: Kysely<DB>, file: FileOf): Promise<Contents | null> {
  const row = await db
    .selectFrom('contents')
    .select(['files', 'root'])
    .where('registrationId', '=', file.registrationId)
    .where('fileSha256', '=', file.fileSha256)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps what is in a file; the same bytes hold the same, so what is known stays. */
export async function keepContents(db: Kysely<DB>, file: FileOf, contents: Contents): Promise<void> {
  await db
    .insertInto('contents')
    .values({ ...file, ...contents })
    .onConflict((on) => on.columns(['registrationId', 'fileSha256']).doNothing())
    .execute();
}
