import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import type { FileContents } from './domain/manifest.ts';

export type RegistrationFile = {
  registrationId: string;
  /** Lower-case hex. */
  fileSha256: string;
};

/** Contents of a file as storage-hashing reported them; null before its report. */
export async function contentsOf(db: Kysely<DB>, file: RegistrationFile): Promise<FileContents | null> {
  const row = await db
    .selectFrom('contents')
    .select(['files', 'root'])
    .where('registrationId', '=', file.registrationId)
    .where('fileSha256', '=', file.fileSha256)
    .executeTakeFirst();
  return row ?? null;
}

/** Idempotent: the same bytes have the same contents. */
export async function saveContents(
  db: Kysely<DB>,
  file: RegistrationFile,
  contents: FileContents,
): Promise<void> {
  await db
    .insertInto('contents')
    .values({ ...file, ...contents })
    .onConflict((on) => on.columns(['registrationId', 'fileSha256']).doNothing())
    .execute();
}
