// Applies one service's migrations and ends: `node services/kit/bin/migrate.ts <service>`, with the service's
// own DATABASE_URL (or DATABASE_URL_FILE). A second run finds nothing left to do. With WAIT_FOR_ROLES=1 a role that the
// database does not know, or not by this password, is waited for as well: somebody makes it meanwhile.
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../src/config-error.ts';
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
      if (error instanceof ConfigError) return fail(`${service}: ${error.message}`);
      const { code, message } = told(error);
      if (!isPassing(code, message)) return fail(`${service}: ${message} (${code || 'no code'})`);
      if (Date.now() > until)
        return fail(`${service}: the database did not come in time: ${message} (${code})`);
      console.log(`${service}: the database is not there yet: ${message} (${code})`);
    }
  }
}

/**
 * Refused, unknown host, no way there, starting up (57P03), silent (pg says so in words alone); 28P01 and 28000 only where
 * the role may still be being made.
 */
function isPassing(code: string, message: string): boolean {
  if (code.startsWith('28')) return process.env.WAIT_FOR_ROLES === '1';
  return (
    /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0)/.test(code) ||
    message === 'timeout expired'
  );
}

function told(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  // Several addresses of one name, each refused, come together and without words.
  const each = error instanceof AggregateError ? error.errors.map((one) => told(one).message) : [];
  const code = 'code' in error ? String(error.code) : '';
  return { code, message: error.message || each.join(', ') };
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
