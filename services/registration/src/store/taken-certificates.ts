import type { Database } from '../store.ts';

/** Its owner took the certificate; the first time counts. */
export async function noteTaken(db: Database, registrationId: string, takenAt: Date): Promise<void> {
  await db
    .insertInto('takenCertificates')
    .values({ registrationId, takenAt })
    .onConflict((on) => on.column('registrationId').doNothing())
    .execute();
}
