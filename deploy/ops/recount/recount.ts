import { readFileSync } from 'node:fs';
import { withSecretFiles } from '@g2/kit/env';
import { schemaOf } from '@g2/kit/provision';
import { checkTargetsOf, runCommand, withClient } from '../world.ts';

const SERVICES = ['identity', 'registration', 'payment-credit'] as const;

/**
 * Recomputes figures and search texts, one transaction per service; blocks writers a minute per million registrations.
 * Ends with ANALYZE: what was rewritten has other statistics, which the planner would learn of only later.
 */
export async function recomputeFigures(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const service of SERVICES) {
      const schema = schemaOf[service];
      const statements = readFileSync(new URL(`${schema}.sql`, import.meta.url), 'utf8');
      await client.query(`BEGIN; SET LOCAL search_path = ${schema}, public; ${statements}; COMMIT`);
    }
    await client.query('ANALYZE');
  });
}

if (import.meta.main) {
  await runCommand('recount', 2, async () => {
    await recomputeFigures(checkTargetsOf(withSecretFiles(process.env)).databaseUrl);
    console.log('every figure is counted anew');
  });
}
