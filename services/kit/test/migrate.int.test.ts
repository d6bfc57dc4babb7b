import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../src/migrate.ts';
import { connectClient } from '../src/pg-client.ts';
import { closeAfterTests, createTestEnvironment, eventually } from '../src/testing.ts';
import { query } from './query.ts';

const folder = mkdtempSync(join(tmpdir(), 'g2-migrations-'));
const migrations = pathToFileURL(`${folder}/`);

/** Key of an advisory lock that a migration of a test waits for. */
const GATE = 4_711;
const waitsFor = (type: string, seconds: number) =>
  `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
   WHERE locktype = '${type}' AND NOT granted AND waitstart < now() - interval '${seconds} s'`;

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

it('applies a migration again after a deadlock with a writer', async () => {
  const locking = mkdtempSync(join(tmpdir(), 'g2-migrations-'));
  cpSync(folder, locking, { recursive: true });
  cpSync(join(folder, '2_effects'), join(locking, '5_locking'), { recursive: true });
  // CREATE INDEX lets a writer lock a row; DROP INDEX waits for it.
  const script = `CREATE INDEX effects_new_idx ON effects (id); SELECT pg_advisory_xact_lock(${GATE});
    DROP INDEX effects_old_idx;`;
  writeFileSync(join(locking, '5_locking/migration.sql'), script);
  await query(
    url,
    `CREATE INDEX effects_old_idx ON effects (id); INSERT INTO effects VALUES (gen_random_uuid())`,
  );
  const [gate, writer] = [await connectClient(url), await connectClient(url)];
  onTestFinished(async () => void (await Promise.all([gate.end(), writer.end()])));
  const waits = async (type: string, seconds: number) =>
    (await query(url, waitsFor(type, seconds))).length > 0;
  await gate.query(`SELECT pg_advisory_lock(${GATE})`);
  const applied = migrate(url, pathToFileURL(`${locking}/`));
  await eventually('the migration has built its index', () => waits('advisory', 0));
  await writer.query('BEGIN');
  await writer.query('SELECT id FROM effects FOR UPDATE');
  const written = writer
    .query('UPDATE effects SET id = gen_random_uuid()')
    .then(() => writer.query('COMMIT'));
  // A session looks for a deadlock once, a second after it begins to wait.
  await eventually('the writer has looked for a deadlock', () => waits('relation', 1.5));
  await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
  expect(await applied).toEqual(['5_locking']);
  await written;
}, 30_000);

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
