import { readFileSync } from 'node:fs';
import { withSecretFiles } from '@g2/kit/env';
import { connectClient } from '@g2/kit/pg-client';
import { schemaOf } from '@g2/kit/provision';
import { checkTargetsOf } from '../world.ts';

const SERVICES = ['identity', 'registration', 'payment-credit'] as const;

/**
 * Recomputes stored figures and the staff search text, one transaction per service. Blocks writers: about a minute
 * per million registrations.
 * @param url a role that may write all schemas
 * @throws DatabaseError after a rollback
 */
export async function recomputeFigures(url: string): Promise<void> {
  const client = await connectClient(url);
  try {
    for (const service of SERVICES) {
      const schema = schemaOf[service];
      const statements = readFileSync(new URL(`${schema}.sql`, import.meta.url), 'utf8');
      await client.query(`BEGIN; SET LOCAL search_path = ${schema}, public; ${statements}; COMMIT`);
    }
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  try {
    await recomputeFigures(checkTargetsOf(withSecretFiles(process.env)).databaseUrl);
    console.log('every figure is counted anew');
  } catch (error) {
    console.error(`recount: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}
