// Answers a request to delete personal data: `node deploy/ops/erase-evidence.ts <registration id>`, with DATABASE_URL
// (may write all schemas), else the stack of G2_DATA_DIR (.data). Deletes salt and manifest of the evidence; the public
// log stays complete, but its commitments then identify nothing. Downloaded bundles stay valid. Exits 1 on failure.

import { withSecretFiles } from '@g2/kit/env';
import { isUuid } from '@g2/kit/ids';
import { connectClient } from '@g2/kit/pg-client';
import { checkTargetsOf } from './world.ts';

const [id = ''] = process.argv.slice(2);
try {
  if (!isUuid(id)) throw new Error('usage: erase-evidence.ts <registration id>');
  const db = await connectClient(checkTargetsOf(withSecretFiles(process.env)).databaseUrl);
  try {
    const { rowCount } = await db.query(
      `UPDATE certificate.evidence SET salt = NULL, manifest = NULL
        WHERE registration_id = $1 AND salt IS NOT NULL`,
      [id],
    );
    await db.query('DELETE FROM certificate.contents WHERE registration_id = $1', [id]);
    console.log(`erased: ${rowCount ?? 0} entries of registration ${id}`);
  } finally {
    await db.end();
  }
} catch (error) {
  console.error(`erase-evidence: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
