// Applies one service's migrations and ends: `node services/kit/bin/migrate.ts <service>`, with the service's
// own DATABASE_URL (or DATABASE_URL_FILE). A second run finds nothing left to do.
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { withSecretFiles } from '../src/env.ts';
import { migrate } from '../src/migrate.ts';

const PATIENCE_MS = 120_000;
const service = process.argv[2] ?? '';
const folder = new URL(`../../${service}/prisma/migrations/`, import.meta.url);
const databaseUrl = withSecretFiles(process.env).DATABASE_URL;

if (!/^[a-z-]+$/.test(service) || !existsSync(folder)) fail(`no migrations of a service named "${service}"`);
else if (!databaseUrl) fail('configuration: DATABASE_URL is missing');
else await migrateOnceReachable(databaseUrl);

/** The database may be starting as well: waited for, but not for ever. */
async function migrateOnceReachable(url: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ; await delay(1_000)) {
    try {
      const applied = await migrate(url, folder);
      console.log(`${service}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply'}`);
      return;
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > until) throw error;
      console.log(`${service}: the database is not there yet`);
    }
  }
}

/** Refused, unknown host, starting up (57P03), or a role that is still being made (28P01, 28000). */
function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|57P0|28)/.test(code);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
