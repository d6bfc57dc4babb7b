import { emit } from '@g2/kit/outbox';
import type { Act } from '@g2/terms/acts';
import { toAuditEvent } from '../announce.ts';
import type { GovernmentFile } from '../domain/government-files.ts';
import type { Registration } from '../domain/registration.ts';
import { type Database, lockRegistration, type Tx } from '../store.ts';
import { insertChange } from './government.ts';

/** All columns except the content. */
const FACTS = ['id', 'kind', 'fileName', 'mediaType', 'size', 'sha256', 'addedBy', 'addedAt'] as const;

export const listFiles = (db: Database | Tx, registrationId: string): Promise<GovernmentFile[]> =>
  db
    .selectFrom('governmentFiles')
    .select(FACTS)
    .where('registrationId', '=', registrationId)
    .orderBy('addedAt')
    .orderBy('id')
    .execute();

export const readFile = (db: Database, registrationId: string, id: string) =>
  db
    .selectFrom('governmentFiles')
    .select([...FACTS, 'content'])
    .where('registrationId', '=', registrationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Identical bytes return the existing document. The registration's lock makes `count` exact. */
export const addFile = (
  db: Database,
  registrationId: string,
  { content, ...file }: GovernmentFile & { content: Buffer },
  act: Act,
  assertAllowed: (state: Registration | null, count: number) => void,
): Promise<GovernmentFile> =>
  db.tx(async (tx) => {
    const state = await lockRegistration(tx, registrationId);
    const known = await listFiles(tx, registrationId);
    const same = known.find(({ sha256 }) => sha256 === file.sha256);
    assertAllowed(state, same ? 0 : known.length);
    if (same) return same;
    await tx
      .insertInto('governmentFiles')
      .values({ ...file, registrationId, content })
      .execute();
    const change = { field: 'file' as const, before: null, after: file.fileName };
    await insertChange(tx, registrationId, [change], file.addedBy, file.addedAt);
    await emit(tx, [toAuditEvent(act)]);
    return file;
  });

/** @returns false if there is no such document */
export const removeFile = (
  db: Database,
  { registrationId, id }: { registrationId: string; id: string },
  { by, at, act }: { by: string; at: Date; act: Act },
  assertAllowed: (state: Registration | null) => void,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const state = await lockRegistration(tx, registrationId);
    const gone = await tx
      .deleteFrom('governmentFiles')
      .where('registrationId', '=', registrationId)
      .where('id', '=', id)
      .returning('fileName')
      .executeTakeFirst();
    if (!gone) return false;
    // If `assertAllowed` throws, the transaction rolls the deletion back.
    assertAllowed(state);
    await insertChange(tx, registrationId, [{ field: 'file', before: gone.fileName, after: null }], by, at);
    await emit(tx, [toAuditEvent(act)]);
    return true;
  });
