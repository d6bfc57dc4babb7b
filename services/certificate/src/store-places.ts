import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import { type Issued, type State, stateOf } from './domain/certificate.ts';
import type { Database } from './store-database.ts';

/** Place of a certificate in the chain of versions. */
export type Place = { number: string; issuedAt: Date; versionNumber: number; status: State };

/** The newest certificate of a registration. */
export const placeOf = (db: Kysely<DB>, registrationId: string): Promise<Place | undefined> =>
  newest(db, sql<SqlBool>`registration_id = ${registrationId}`);

/** The certificate of the next version. */
export const followerOf = (db: Kysely<DB>, registrationId: string): Promise<Place | undefined> =>
  newest(db, sql<SqlBool>`facts ->> 'previousId' = ${registrationId}`);

async function newest(db: Kysely<DB>, where: ReturnType<typeof sql<SqlBool>>): Promise<Place | undefined> {
  const row = await db
    .selectFrom('certificates')
    .select(['number', 'issuedAt', 'revokedAt', 'supersededBy', 'facts'])
    .$narrowType<{ facts: Issued }>()
    .where(where)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      number: row.number,
      issuedAt: row.issuedAt,
      versionNumber: row.facts.versionNumber ?? 1,
      status: stateOf(row),
    }
  );
}

/** Number of files by change since the previous version. */
export type ChangeCounts = { added: number; removed: number; changed: number; unchanged: number };

/** Null when a file is unreadable; undefined before it was counted. */
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

/** Certified files do not change, so the first count is final. */
export async function keepChanges(
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
