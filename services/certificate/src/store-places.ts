import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import { type Issued, type State, stateOf } from './domain/certificate.ts';
import type { Database } from './store-database.ts';

/** Where a certificate stands in the chain of versions. */
export type Place = { number: string; issuedAt: Date; versionNumber: number; status: State };

/** The newest certificate of a registration. */
export const placeOf = (db: Kysely<DB>, registrationId: string): Promise<Place | undefined> =>
  newest(db, sql<SqlBool>`registration_id = ${registrationId}`);

/** That of the version which follows a registration. */
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

/** How many files of each kind a version has against the one before; null where one of the two cannot be read. */
export type ChangeCounts = { added: number; removed: number; changed: number; unchanged: number };

/** As it was counted once; undefined before. */
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

/** The files of what is certified stay what they are: the first count is the last. */
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
