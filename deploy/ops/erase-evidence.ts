// Answers a request to delete personal data: `node deploy/ops/erase-evidence.ts <registration id>`, with DATABASE_URL
// (may write all schemas), else the stack of G2_DATA_DIR (.data). Deletes salt and manifest of the evidence; the public
// log stays complete, but its commitments then identify nothing. Downloaded bundles stay valid. Exits 1 on failure.

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
