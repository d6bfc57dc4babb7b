// Creates each service's role and schema: `node services/kit/bin/provision.ts`, with ADMIN_DATABASE_URL (a
// role with CREATEROLE) and `<SERVICE>_DATABASE_URL`, or the same names with `_FILE`. A repetition changes
// nothing. If the user of a URL is new, the new role gets access to the existing schema.
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../src/config-error.ts';
import { databaseUrlProblem } from '../src/database-url.ts';
import { readSecretFile } from '../src/env.ts';
import { type Provision, provision, RoleInUseError, serviceNames } from '../src/provision.ts';

const PATIENCE_MS = 120_000;
const ADMIN = 'ADMIN_DATABASE_URL';

const variableOf = (service: string): string => `${service.replaceAll('-', '_').toUpperCase()}_DATABASE_URL`;

/** @throws ConfigError when the setting is missing or invalid */
function readDatabaseUrl(name: string): string {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] || (file && readSecretFile(name, file));
  if (!value) throw new ConfigError(`configuration: ${name} is missing`);
  const problem = databaseUrlProblem(value);
  if (problem) throw new ConfigError(`configuration: ${name}: ${problem}`);
  return value;
}

function provisionOf(service: Provision['service']): Provision {
  const name = variableOf(service);
  const url = new URL(readDatabaseUrl(name));
  const role = decodeURIComponent(url.username);
  if (role === '') throw new ConfigError(`configuration: ${name}: names no user`);
  return { service, role, password: decodeURIComponent(url.password) };
}

async function provisionOnceReachable(): Promise<void> {
  const adminUrl = readDatabaseUrl(ADMIN);
  const wanted = serviceNames.map(provisionOf);
  for (const until = Date.now() + PATIENCE_MS; ; await delay(1_000)) {
    try {
      await provision(adminUrl, wanted, ADMIN);
      return;
    } catch (error) {
      const isFinal = error instanceof RoleInUseError || error instanceof ConfigError;
      if (isFinal || Date.now() > until) throw error;
      console.log(`the database is not there yet: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  }
}

try {
  await provisionOnceReachable();
  console.log(`roles and schemas are there: ${serviceNames.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
