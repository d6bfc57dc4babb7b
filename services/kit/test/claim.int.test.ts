import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { claimDue } from '../src/claim.ts';
import { Database } from '../src/database.ts';
import { createTestEnvironment, type TestEnvironment } from '../src/testing.ts';

type Tables = { jobs: { id: string; kind: string; nextAt: Date | null; triesSoFar: number } };

const NOW = new Date('2026-03-10T12:00:00Z');
const LEASE_MS = 60_000;
const seconds = (after: number) => new Date(NOW.getTime() + after * 1_000);

let testEnv: TestEnvironment;
let db: Database<Tables>;

beforeAll(async () => {
  testEnv = await createTestEnvironment('schemas');
  db = new Database(testEnv.env('certificate').DATABASE_URL ?? '', 10);
  await sql`CREATE TABLE jobs (id text PRIMARY KEY, kind text NOT NULL, next_at timestamptz,
    tries_so_far integer NOT NULL DEFAULT 0)`.execute(db);
});
afterAll(async () => {
  await db?.close();
  await testEnv?.close();
});
beforeEach(() => db.deleteFrom('jobs').execute());

const add = (id: string, nextAt: Date | null, kind = 'a') =>
  db.insertInto('jobs').values({ id, kind, nextAt, triesSoFar: 0 }).execute();
const jobs = { table: 'jobs', key: 'id', dueAt: 'nextAt', attempts: 'triesSoFar' } as const;
const claim = async (now = NOW, limit?: number) => {
  const rows = await claimDue(db, jobs, now, LEASE_MS, limit).returning(['id', 'triesSoFar']).execute();
  return rows.map(({ id, triesSoFar }) => `${id} ${triesSoFar}`).sort();
};

it('claims the most overdue row, counts the claim and moves its due time', async () => {
  await add('later', seconds(-1));
  await add('first', seconds(-2));
  await add('future', seconds(1));
  await add('done', null);
  expect(await claim()).toEqual(['first 1']);
  expect(await claim()).toEqual(['later 1']);
  expect(await claim()).toEqual([]);
  expect(await claim(seconds(59))).toEqual(['future 1']);
  expect(await claim(seconds(60))).toEqual([expect.stringMatching(/ 2$/)]);
});

it('claims at most as many rows as the limit', async () => {
  for (const id of ['a', 'b', 'c']) await add(id, NOW);
  expect(await claim(NOW, 2)).toHaveLength(2);
  expect(await claim(NOW, 2)).toHaveLength(1);
});

it('claims only rows that match the condition, also without a column that counts claims', async () => {
  await add('other', seconds(-2), 'b');
  await add('mine', seconds(-1));
  const { attempts: _, ...uncounted } = jobs;
  const ofKind = claimDue(db, { ...uncounted, where: (job) => job('kind', '=', 'a') }, NOW, LEASE_MS);
  expect(await ofKind.returning(['id', 'triesSoFar', 'nextAt']).execute()).toEqual([
    { id: 'mine', triesSoFar: 0, nextAt: seconds(60) },
  ]);
});

it('gives each row to only one of several concurrent workers and skips locked rows', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const id of ids) await add(id, NOW);
  await db.tx(async (tx) => {
    await tx.selectFrom('jobs').select('id').where('id', '=', 'a').forUpdate().execute();
    const claims = await Promise.all(ids.map(() => claim()));
    expect(claims.flat().sort()).toEqual(['b 1', 'c 1', 'd 1', 'e 1', 'f 1']);
  });
  expect(await claim()).toEqual(['a 1']);
});
