import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { migrate } from '../src/migrate.ts';
import { closeAfterTests, createTestEnvironment } from '../src/testing.ts';
import { query } from './query.ts';

const folder = mkdtempSync(join(tmpdir(), 'g2-migrations-'));
const migrations = pathToFileURL(`${folder}/`);

const testEnv = await closeAfterTests(createTestEnvironment('schemas'));
const url = testEnv.env('certificate').DATABASE_URL ?? '';
cpSync(new URL('./migrations/', import.meta.url), folder, { recursive: true });

it('applies each migration once to the role’s schema when replicas start together', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, migrations)));
  expect(applied.flat().sort()).toEqual(['1_kit', '2_effects', '3_outbox_kept', '4_missed_events']);
  expect(await migrate(url, migrations)).toEqual([]);
  const tables = await query(
    url,
    "SELECT table_schema AS at FROM information_schema.tables WHERE table_name = 'outbox'",
  );
  expect(tables).toEqual([{ at: 'certificate' }]);
});

it('rolls a failed migration back, and names it', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'g2-migrations-'));
  cpSync(folder, broken, { recursive: true });
  cpSync(join(folder, '2_effects'), join(broken, '4_broken'), { recursive: true });
  writeFileSync(
    join(broken, '4_broken/migration.sql'),
    'CREATE TABLE half (id int); SELECT no_such_function();',
  );
  await expect(migrate(url, pathToFileURL(`${broken}/`))).rejects.toThrow('4_broken');
  expect(await query(url, "SELECT 1 FROM information_schema.tables WHERE table_name = 'half'")).toEqual([]);
});

it('refuses a migration that was changed after it was applied', async () => {
  writeFileSync(join(folder, '2_effects/migration.sql'), 'CREATE TABLE effects (id text);');
  await expect(migrate(url, migrations)).rejects.toThrow('2_effects was changed');
});

it('denies a role access to another service’s schema', async () => {
  await expect(query(url, 'SELECT * FROM registration.outbox')).rejects.toThrow(
    /permission denied|does not exist/,
  );
  await expect(query(url, 'CREATE TABLE registration.mine (id int)')).rejects.toThrow('permission denied');
});

it('exits at once when the password is wrong, and retries only with WAIT_FOR_ROLES', async () => {
  const wrong = new URL(url);
  wrong.password = 'wrong';
  const command = fileURLToPath(new URL('../bin/migrate.ts', import.meta.url));
  const args = ['--disable-warning=ExperimentalWarning', command, 'certificate'];
  const env = { DATABASE_URL: wrong.href };
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { env }, (error, out, err) => resolve(`${error?.code} ${out}${err}`));
  });
  expect(output).toMatch(/^1 certificate: password authentication failed for user .* \(28P01\)\n$/);
  const waiting = execFile(process.execPath, args, { env: { ...env, WAIT_FOR_ROLES: '1' } });
  const [line] = await once(waiting.stdout ?? waiting, 'data');
  waiting.kill();
  expect(line).toContain('the database is not there yet: password authentication failed');
});
