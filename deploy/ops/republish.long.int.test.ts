import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { schemaOf, serviceNames } from '@g2/kit/provision';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const SINCE = new Date(Date.now() - 2 * 3_600_000).toISOString();
let testEnv: TestEnvironment;
let db: pg.Client;

beforeAll(async () => {
  testEnv = await createTestEnvironment();
  db = new pg.Client({ connectionString: testEnv.adminUrl });
  await db.connect();
});

afterAll(async () => {
  await db?.end();
  await testEnv?.close();
});

/** Each outbox has an event published before SINCE, 1 + its index published after, and one unpublished. */
beforeEach(async () => {
  for (const [at, service] of serviceNames.entries()) {
    const outbox = `${schemaOf[service]}.outbox`;
    await db.query(`TRUNCATE ${outbox}`);
    await db.query(
      `INSERT INTO ${outbox} (id, type, aggregate_id, version, data, created_at, published_at)
       SELECT gen_random_uuid(), 'a.b', 'x', 0, '{}', now() - ago, CASE WHEN published THEN now() - ago END
       FROM (SELECT interval '3 hours' AS ago, true AS published
         UNION ALL SELECT '1 hour', true FROM generate_series(0, $1::int)
         UNION ALL SELECT '1 hour', false) e`,
      [at],
    );
  }
});

/** Number of unpublished events in the outbox of each service. */
async function unpublished(): Promise<number[]> {
  const counts = serviceNames.map(
    (service) => `(SELECT count(*) FROM ${schemaOf[service]}.outbox WHERE published_at IS NULL)::int`,
  );
  const { rows } = await db.query<{ each: number[] }>(`SELECT ARRAY[${counts.join(', ')}] AS each`);
  return rows[0]?.each ?? [];
}

const run = (script: string, args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; out: string }>((done) => {
    const options = { env: { PATH: process.env.PATH, ...env } };
    const child = execFile(
      process.execPath,
      [join(root, script), ...args],
      options,
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, out: stdout + stderr }),
    );
  });
const republish = (...args: string[]) =>
  run('deploy/ops/republish.ts', args, { DATABASE_URL: testEnv.adminUrl });

it('marks all events since the given time as unpublished', async () => {
  const { code, out } = await republish('--since', SINCE);
  expect(out.split('\n').map((line) => line.split(/\s+/).slice(0, 2))).toEqual([
    ['identity', '1'],
    ['registration', '2'],
    ['storage-hashing', '3'],
    ['payment-credit', '4'],
    ['certificate', '5'],
    ['15', 'events'],
    [''],
  ]);
  expect(code).toBe(0);
  expect(await unpublished()).toEqual([2, 3, 4, 5, 6]);
  expect((await republish('--since', SINCE)).out).toContain(`0 events written since ${SINCE} are being`);
});

it('counts the events without changing them with --dry-run', async () => {
  const { code, out } = await republish('--dry-run', '--since', SINCE);
  expect(code).toBe(0);
  expect(out).toContain(`15 events written since ${SINCE} would be published again`);
  expect(await unpublished()).toEqual([1, 1, 1, 1, 1]);
});

it('runs in a service’s container with the settings of that service alone', async () => {
  const env = { DATABASE_URL: testEnv.env('payment-credit').DATABASE_URL ?? '' };
  const { code, out } = await run('services/kit/bin/republish.ts', ['--since', SINCE], env);
  expect(out).toMatch(/^payment-credit +4\n4 events/);
  expect(code).toBe(0);
  expect(await unpublished()).toEqual([1, 1, 1, 5, 1]);
});

it.each([
  ['a call without arguments', [], /usage: republish\.ts --since <time>/],
  ['an unknown option', ['--until', SINCE], /usage/],
  ['a time without a zone', ['--since', '2026-11-21T18:00:00'], /is no time with its zone/],
  ['an impossible time', ['--since', '2026-13-41T18:00:00Z'], /is no time/],
  ['a time more than 30 days back', ['--since', '2026-01-01T00:00:00Z'], /more than 30 days back/],
])('refuses %s and changes nothing', async (_what, args, says) => {
  const { code, out } = await republish(...args);
  expect(out).toMatch(says);
  expect(code).toBe(1);
  expect(await unpublished()).toEqual([1, 1, 1, 1, 1]);
});

it('reports missing settings in one line', async () => {
  const where = { G2_DATA_DIR: '/nowhere' };
  const { code, out } = await run('deploy/ops/republish.ts', ['--since', SINCE], where);
  expect(out).toMatch(/^republish: \/nowhere\/stack\.json is not there.*\n$/);
  expect(code).toBe(1);
});
