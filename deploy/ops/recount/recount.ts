import { readFileSync } from 'node:fs';
import { withSecretFiles } from '@g2/kit/env';
import { connectClient } from '@g2/kit/pg-client';
import { schemaOf } from '@g2/kit/provision';
import { placesOf } from '../world.ts';

/** The services that keep figures beside their rows. */
const SERVICES = ['identity', 'registration', 'payment-credit'] as const;

/**
 * Writes every kept figure anew from the rows, and the text that staff search in; a service at a time, each whole or not
 * at all. Who writes there waits meanwhile: a minute or so of a million registrations.
 * @param url of PostgreSQL, as one who may write into each schema
 * @throws DatabaseError what was there before stays
 */
export async function recount(url: string): Promise<void> {
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
    await recount(placesOf(withSecretFiles(process.env)).databaseUrl);
    console.log('every figure is counted anew');
  } catch (error) {
    console.error(`recount: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}
