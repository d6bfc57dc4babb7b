import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import type { ArchiveInspection } from '@g2/terms/archive';
import type { Database } from '../store.ts';

type InspectedFile = { registrationId: string; objectKey: string; found: ArchiveInspection };

/** Stores the analysis of a file, which may be attached later, and deletes the analyses of earlier files. */
export const saveContents = (
  db: Database,
  delivery: Delivery,
  { registrationId, objectKey, found }: InspectedFile,
): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    await tx
      .deleteFrom('fileContents')
      .where('registrationId', '=', registrationId)
      .where('objectKey', '!=', objectKey)
      // Keeps the analysis of the current file when that of an earlier file arrives late.
      .where('objectKey', 'not in', (of) =>
        of
          .selectFrom('registrations')
          .select('fileStoragePath')
          .where('id', '=', registrationId)
          .where('fileStoragePath', 'is not', null)
          .$castTo<{ fileStoragePath: string }>(),
      )
      .execute();
    // Inserts nothing if the registration was deleted.
    await tx
      .insertInto('fileContents')
      .columns(['objectKey', 'registrationId', 'found'])
      .expression((of) =>
        of
          .selectFrom('registrations')
          .select((row) => [
            row.val(objectKey).as('objectKey'),
            'id as registrationId',
            row.cast<ArchiveInspection>(row.val(JSON.stringify(found)), 'jsonb').as('found'),
          ])
          .where('id', '=', registrationId),
      )
      .onConflict((on) => on.column('objectKey').doNothing())
      .execute();
  });
