import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFixtures, ROLES, type Role, signIn } from './world.ts';

/** Runs Redocly on the OpenAPI document of a demo stack, then schemathesis as each role (README.md). */

const here = import.meta.dirname;
const url = process.env.API_URL ?? 'http://localhost:8080';
const document = `${url}/api/openapi.json`;
const examples = process.env.MAX_EXAMPLES ?? '20';
const roles = ROLES.filter((role) => process.argv.length < 3 || process.argv.includes(role));
const scratch = mkdtempSync(join(tmpdir(), 'g2-openapi-'));

/** Excluded from signed-in runs because they end or replace the session. The visitor run includes them. */
const SESSION_CALLS = ['register', 'logIn', 'logOut'];

/**
 * Runs a command. It does not block (as spawnSync does), so that fetch can process connections the server
 * closes meanwhile.
 */
async function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  // In a temporary folder, because Schemathesis writes its cache to the working directory.
  const child = spawn(command, args, { stdio: 'inherit', cwd: scratch, env: { ...process.env, ...env } });
  const [status] = await once(child, 'exit');
  return status === 0;
}

async function lint(): Promise<boolean> {
  const file = join(scratch, 'openapi.json');
  writeFileSync(file, await (await fetch(document)).text());
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return run('redocly', ['lint', '--config', join(here, 'redocly.yaml'), file], quiet);
}

/** Schemathesis configuration with known ids as examples. With random ids every call by id would return 404. */
const configOf = (session: string | undefined, registrations: readonly string[]): string =>
  [
    session === undefined ? '' : `[auth.openapi.session]\napi_key = ${JSON.stringify(session)}\n`,
    `[dictionaries.registrations]\nvalues = ${JSON.stringify(registrations)}\n`,
    '[parameters]\n"path.id" = { dictionary = "registrations", probability = 0.5 }\n',
    readFileSync(join(here, 'schemathesis.toml'), 'utf8'),
  ].join('\n');

async function tryCalls(role: Role, registrations: readonly string[]): Promise<boolean> {
  const session = role === 'visitor' ? undefined : await signIn(url, role);
  const config = join(scratch, `${role}.toml`);
  writeFileSync(config, configOf(session, registrations));
  const excluded = session === undefined ? [] : SESSION_CALLS.flatMap((id) => ['--exclude-operation-id', id]);
  const options = ['--max-examples', examples, '--continue-on-failure', ...excluded];
  console.log(`\n=== as ${role}`);
  return run('schemathesis', ['--config-file', config, 'run', document, ...options]);
}

const failed: string[] = [];
if (!(await lint())) failed.push('redocly');
if (spawnSync('schemathesis', ['--version']).error) {
  console.log('schemathesis is not installed: pip install schemathesis==4.32.5, then again');
} else {
  const registrations = await createFixtures(url);
  for (const role of roles) if (!(await tryCalls(role, registrations))) failed.push(role);
}
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
