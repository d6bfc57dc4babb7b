import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import type { Deps } from '../deps.ts';
import { type FileContents, parseFile, withContents } from './domain/manifest.ts';
import { evidenceOf, insertEvidence, lockEvidence } from './store.ts';
import { contentsOf, type RegistrationFile, saveContents } from './store-contents.ts';

/** Stores the contents of a file. Adds evidence if the newest evidence is of this file and lacks them. */
export async function recordInspected(
  { store, clock, wake }: Pick<Deps, 'store' | 'clock' | 'wake'>,
  file: RegistrationFile,
  found: FileContents,
  delivery: Delivery,
): Promise<void> {
  await store.db.tx(async (tx) => {
    if (!(await claimDelivery(tx, delivery))) return;
    const { registrationId, fileSha256 } = file;
    // Serialises with concurrent writers of evidence.
    await lockEvidence(tx, registrationId);
    await saveContents(tx, file, found);
    const last = (await evidenceOf(tx, registrationId)).at(-1);
    // Unpaid: the evidence of the payment will state the contents. Erased: nothing may be added.
    if (!last?.manifest || last.kind === 'deposited') return;
    const said = parseFile(last.manifest);
    const contents = await contentsOf(tx, file);
    if (said.sha256 !== fileSha256 || said.contents || !contents) return;
    const recordedAt = clock();
    const { userId, commitment } = last;
    const manifest = withContents({ manifest: last.manifest, commitment }, contents, recordedAt);
    await insertEvidence(tx, { registrationId, userId, kind: 'inspected', manifest, recordedAt });
  });
  wake();
}
