// Erases personal data from the evidence of a registration: `node deploy/ops/erase-evidence.ts <registration
// id>`. Uses DATABASE_URL (a role that may write all schemas), otherwise the local stack of G2_DATA_DIR
// (.data). Deletes the salt and the manifest. The public log stays complete, but its hashes can no longer be
// linked to the registration. Downloaded bundles stay valid. Exits 1 on failure.

import { withSecretFiles } from '@g2/kit/env';
import { isUuid } from '@g2/kit/ids';
import { checkTargetsOf, runCommand, withClient } from './world.ts';

await runCommand('erase-evidence', 1, async () => {
  const [id = ''] = process.argv.slice(2);
  if (!isUuid(id)) throw new Error('usage: erase-evidence.ts <registration id>');
  const { databaseUrl } = checkTargetsOf(withSecretFiles(process.env));
  await withClient(databaseUrl, async (db) => {
    const { rowCount } = await db.query(
      `UPDATE certificate.evidence SET salt = NULL, manifest = NULL
        WHERE registration_id = $1 AND salt IS NOT NULL`,
      [id],
    );
    await db.query('DELETE FROM certificate.contents WHERE registration_id = $1', [id]);
    console.log(`erased: ${rowCount ?? 0} entries of registration ${id}`);
  });
});
