import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../src/database.ts';
import { preparedQuery } from '../src/prepared.ts';
import { createTestEnvironment, type TestEnvironment } from '../src/testing.ts';

type Tables = { probes: { id: string; ownedBy: string; details: unknown; byteCount: number } };

let testEnv: TestEnvironment;
let db: Database<Tables>;
let built = 0;

const ofOwners = preparedQuery('probes-of', (from: Kysely<Tables>, owners: string[], least: number) => {
  built += 1;
  return from
    .selectFrom('probes')
    .selectAll()
    .where('ownedBy', '=', sql<string>`any(${owners}::text[])`)
    .where('byteCount', '>=', least)
    .where('byteCount', '<', 1_000)
    .orderBy('id');
});

beforeAll(async () => {
  testEnv = await createTestEnvironment();
  db = new Database(testEnv.env('certificate').DATABASE_URL ?? '', 1);
  await sql`CREATE TABLE probes (id text, owned_by text, details jsonb, byte_count bigint)`.execute(db);
  const row = (id: string, ownedBy: string, byteCount: number) => ({
    id,
    ownedBy,
    byteCount,
    details: { first_name: id },
  });
  const rows = [row('a', 'ana', 1), row('b', 'bia', 2), row('c', 'ana', 3), row('d', 'ana', 1_000)];
  await db.insertInto('probes').values(rows).execute();
});
afterAll(async () => {
  await db?.close();
  await testEnv?.close();
});

it('builds a query once and returns rows with camelCase columns and unchanged JSON', async () => {
  expect(await ofOwners(db, ['ana'], 2)).toEqual([
    { id: 'c', ownedBy: 'ana', details: { first_name: 'c' }, byteCount: 3 },
  ]);
  expect((await ofOwners(db, ['ana', 'bia'], 1)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(await ofOwners(db, [], 1)).toEqual([]);
  expect(built).toBe(1);
});

it('a query is prepared by the server under its name', async () => {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ name: expect.stringMatching(/^probes-of-[0-9a-f]{8}$/) }]);
});
