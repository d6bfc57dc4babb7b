import { readFile } from 'node:fs/promises';
import { migrate } from '@g2/kit/migrate';
import { type ServiceName, serviceNames } from '@g2/kit/provision';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { differences, type SchemaItem, schemaLinesOfDatabase, schemaLinesOfPrisma } from './schema.ts';

let testEnv: TestEnvironment;
beforeAll(async () => {
  testEnv = await createTestEnvironment();
});
afterAll(() => testEnv?.close());

const folderOf = (service: ServiceName) => new URL(`../../../services/${service}/prisma/`, import.meta.url);
const schemaOf = (service: ServiceName) => readFile(new URL('schema.prisma', folderOf(service)), 'utf8');

async function migrated(service: ServiceName): Promise<SchemaItem[]> {
  const url = testEnv.env(service).DATABASE_URL ?? '';
  await migrate(url, new URL('migrations/', folderOf(service)));
  return await schemaLinesOfDatabase(testEnv.pool({ connectionString: url, max: 1 }));
}

const AGREED = { absent: [], undeclared: [] };

it.each(serviceNames)('schema.prisma of %s matches the result of its migrations', async (service) => {
  const declared = schemaLinesOfPrisma(await schemaOf(service));
  expect(declared).not.toEqual([]);
  expect(differences(declared, await migrated(service))).toEqual(AGREED);
});

it('reports every difference between schema.prisma and the database', async () => {
  const schema = await schemaOf('storage-hashing');
  const found = await migrated('storage-hashing');
  const telling = async (from: string | RegExp, to: string) => {
    expect(schema).toMatch(from);
    return differences(schemaLinesOfPrisma(schema.replace(from, to)), found);
  };
  expect(await telling('@map("due_at")', '@map("due")')).toEqual({
    absent: [
      'removals.due timestamp with time zone not null',
      'removals: index removals_due_idx btree (due)',
    ],
    undeclared: [
      'removals.due_at timestamp with time zone not null',
      'removals: index removals_due_at_idx btree (due_at)',
    ],
  });
  expect(await telling(/(version +)Int/, '$1BigInt?')).toEqual({
    absent: ['outbox.version bigint'],
    undeclared: ['outbox.version integer not null'],
  });
  expect(await telling('@default("receiving")', '')).toEqual({
    absent: ['uploads.state text not null'],
    undeclared: ['uploads.state text not null default receiving'],
  });
  expect(await telling('@@index([dueAt])', '')).toEqual({
    absent: [],
    undeclared: ['removals: index removals_due_at_idx btree (due_at)'],
  });
  expect(await telling('@id([consumer, eventId])', '@id([eventId, consumer])')).toEqual({
    absent: ['inbox: primary key inbox_pkey btree (event_id, consumer)'],
    undeclared: ['inbox: primary key inbox_pkey btree (consumer, event_id)'],
  });
  expect(await telling(/sha256 +String\?\n/, '')).toEqual({
    absent: [],
    undeclared: ['objects.sha256 text'],
  });
});
