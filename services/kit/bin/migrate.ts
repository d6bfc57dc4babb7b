// Applies a service's migrations: `node services/kit/bin/migrate.ts <service>`, with DATABASE_URL or DATABASE_URL_FILE.
// Applied ones are skipped. With WAIT_FOR_ROLES=1 it also retries while the role is missing or has another password.
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../src/config-error.ts';
import { withSecretFiles } from '../src/env.ts';
import { sqlState } from '../src/failure-class.ts';
import { migrate } from '../src/migrate.ts';

const RETRY_LIMIT_MS = 120_000;
const service = process.argv[2] ?? '';
const folder = new URL(`../../${service}/prisma/migrations/`, import.meta.url);
const databaseUrl = withSecretFiles(process.env).DATABASE_URL;

if (!/^[a-z-]+$/.test(service) || !existsSync(folder)) fail(`no migrations of a service named "${service}"`);
else if (!databaseUrl) fail('configuration: DATABASE_URL is missing');
else await migrateOnceReachable(databaseUrl);

/** Retries while the database starts, up to RETRY_LIMIT_MS. */
async function migrateOnceReachable(url: string): Promise<void> {
  for (const until = Date.now() + RETRY_LIMIT_MS; ; await delay(1_000)) {
    try {
      const applied = await migrate(url, folder);
      console.log(`${service}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply'}`);
      return;
    } catch (error) {
      if (error instanceof ConfigError) return fail(`${service}: ${error.message}`);
      const { code, message } = errorInfo(error);
      if (!isTransient(code, message)) return fail(`${service}: ${message} (${code || 'no code'})`);
      if (Date.now() > until)
        return fail(`${service}: the database did not come in time: ${message} (${code})`);
      console.log(`${service}: the database is not there yet: ${message} (${code})`);
    }
  }
}

/** True if a retry helps: connection errors, 57P0x, connect time-out; with WAIT_FOR_ROLES=1 also login (class 28). */
function isTransient(code: string, message: string): boolean {
  if (code.startsWith('28')) return process.env.WAIT_FOR_ROLES === '1';
  return (
    /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0)/.test(code) ||
    message === 'timeout expired'
  );
}

function errorInfo(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  // When a host name has several addresses, the AggregateError has no message of its own.
  const each = error instanceof AggregateError ? error.errors.map((one) => errorInfo(one).message) : [];
  const code = sqlState(error) ?? '';
  return { code, message: error.message || each.join(', ') };
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
