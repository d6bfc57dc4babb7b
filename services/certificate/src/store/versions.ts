import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import { type StoredStatement, statusOf } from '../domain/certificate.ts';
import type { Database } from './database.ts';

export const newestCertificateOf = (db: Kysely<DB>, registrationId: string) =>
  newest(db, sql<SqlBool>`registration_id = ${registrationId}`);

/** The newest certificate of the version that follows this registration. */
export const nextVersionCertificate = (db: Kysely<DB>, registrationId: string) =>
  newest(db, sql<SqlBool>`facts ->> 'previousId' = ${registrationId}`);

async function newest(db: Kysely<DB>, where: ReturnType<typeof sql<SqlBool>>) {
  const row = await db
    .selectFrom('certificates')
    .select(['number', 'issuedAt', 'revokedAt', 'supersededBy', 'facts'])
    .$narrowType<{ facts: StoredStatement }>()
    .where(where)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      number: row.number,
      issuedAt: row.issuedAt,
      versionNumber: row.facts.versionNumber ?? 1,
      status: statusOf(row),
    }
  );
}

/** Number of files by change since the previous version. */
export type ChangeCounts = { added: number; removed: number; changed: number; unchanged: number };

/** Stored counts. Null when a file is unreadable; undefined when the changes were not yet counted. */
export async function changesOf(
  db: Database,
  registrationId: string,
): Promise<ChangeCounts | null | undefined> {
  const row = await db
    .selectFrom('versionChanges')
    .select(['added', 'removed', 'changed', 'unchanged'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { added, removed, changed, unchanged } = row;
  if (added === null || removed === null || changed === null || unchanged === null) return null;
  return { added, removed, changed, unchanged };
}

/** Keeps the first count: certified files do not change, so it is final. */
export async function saveChanges(
  db: Database,
  registrationId: string,
  counts: ChangeCounts | null,
): Promise<void> {
  await db
    .insertInto('versionChanges')
    .values({ registrationId, ...counts })
    .onConflict((on) => on.doNothing())
    .execute();
}
