import { readFileSync } from 'node:fs';
import { withSecretFiles } from '@g2/kit/env';
import { schemaOf } from '@g2/kit/provision';
import { checkTargetsOf, runCommand, withClient } from '../world.ts';

const SERVICES = ['identity', 'registration', 'payment-credit'] as const;

/**
 * Recomputes stored figures and the staff search text, one transaction per service. Blocks writers: about a minute
 * per million registrations.
 * @param url a role that may write all schemas
 * @throws DatabaseError after a rollback
 */
export async function recomputeFigures(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const service of SERVICES) {
      const schema = schemaOf[service];
      const statements = readFileSync(new URL(`${schema}.sql`, import.meta.url), 'utf8');
      await client.query(`BEGIN; SET LOCAL search_path = ${schema}, public; ${statements}; COMMIT`);
    }
  });
}

if (import.meta.main) {
  await runCommand('recount', 2, async () => {
    await recomputeFigures(checkTargetsOf(withSecretFiles(process.env)).databaseUrl);
    console.log('every figure is counted anew');
  });
}
