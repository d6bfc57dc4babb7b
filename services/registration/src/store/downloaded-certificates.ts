import type { Database } from '../store.ts';

/** Records the owner's first download of the certificate. */
export async function recordDownload(db: Database, registrationId: string, takenAt: Date): Promise<void> {
  await db
    .insertInto('takenCertificates')
    .values({ registrationId, takenAt })
    .onConflict((on) => on.column('registrationId').doNothing())
    .execute();
}
