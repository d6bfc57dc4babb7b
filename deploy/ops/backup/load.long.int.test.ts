import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { newId } from '@g2/kit/ids';
import { migrate } from '@g2/kit/migrate';
import { serviceNames } from '@g2/kit/provision';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dumpTables } from './dump.ts';
import { loadService } from './load.ts';
import type { Manifest } from './manifest.ts';
import { writeLines } from './row-file.ts';

const SERVICE = 'certificate';
const KEPT = '20261123000000_outbox_kept';
const migrationsOf = (service: string) =>
  join(import.meta.dirname, '../../../services', service, 'prisma/migrations');
const urlOf = (testEnv: TestEnvironment): string => testEnv.env(SERVICE).DATABASE_URL ?? '';

let folder: string;
let from: TestEnvironment;
let to: TestEnvironment;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'g2-load-'));
  from = await createTestEnvironment('schemas');
  to = await createTestEnvironment('schemas');
});

afterEach(async () => {
  await from?.close();
  await to?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask<T extends pg.QueryResultRow>(
  testEnv: TestEnvironment,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: urlOf(testEnv) });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Runs the migrations of all services, except those of SERVICE that `without` names. */
async function makeTables(without: string[] = []): Promise<void> {
  for (const service of serviceNames.filter((name) => name !== SERVICE)) {
    await migrate(from.env(service).DATABASE_URL ?? '', pathToFileURL(`${migrationsOf(service)}/`));
  }
  const some = join(folder, 'migrations');
  const filter = (path: string) => !without.some((name) => path.includes(name));
  cpSync(migrationsOf(SERVICE), some, { recursive: true, filter });
  await migrate(urlOf(from), pathToFileURL(`${some}/`));
}

const insert = (id: string, more = '', value = '') =>
  ask(
    from,
    `INSERT INTO outbox (id, type, aggregate_id, version, data${more}) VALUES ($1, 'certificate.issued', 'x', 1, '{}'${value})`,
    [id],
  );

/** Makes a backup in which the events with these ids are published, but some consumer has not consumed them. */
async function backUp(onTheirWay: string[]): Promise<Manifest> {
  const dump = await dumpTables(from.adminUrl, folder, async () => {});
  const lines = onTheirWay.map((id) =>
    JSON.stringify({
      id,
      type: 'certificate.issued',
      aggregateId: 'x',
      version: 1,
      data: '{}',
      traceparent: null,
      createdAt: new Date().toISOString(),
    }),
  );
  const file = 'events.jsonl.gz';
  const events = { file, ...(await writeLines(join(folder, file), Readable.from(lines))) };
  return { format: 1, ...dump, events };
}

const restored = () =>
  ask<{ id: string; published: boolean }>(
    to,
    'SELECT id, published_at IS NOT NULL AS published FROM outbox ORDER BY seq',
  );

it('restores consumed events as published, and unconsumed events as unpublished', async () => {
  const [taken, onItsWay, waiting, forgotten] = [newId(), newId(), newId(), newId()];
  await makeTables();
  for (const id of [taken, onItsWay]) await insert(id, ', published_at', ', now()');
  await insert(waiting);
  const manifest = await backUp([forgotten, onItsWay]);
  await loadService(urlOf(to), SERVICE, folder, manifest);
  expect(await restored()).toEqual([
    { id: forgotten, published: false },
    { id: taken, published: true },
    { id: onItsWay, published: false },
    { id: waiting, published: false },
  ]);
});

it('loads a backup of an earlier release, which deleted published events from the outbox', async () => {
  const [onItsWay, waiting] = [newId(), newId()];
  await makeTables([KEPT]);
  await insert(waiting);
  const manifest = await backUp([onItsWay, waiting]);
  await loadService(urlOf(to), SERVICE, folder, manifest);
  expect(await migrate(urlOf(to), pathToFileURL(`${migrationsOf(SERVICE)}/`))).toEqual([KEPT]);
  expect(await restored()).toEqual([
    { id: onItsWay, published: false },
    { id: waiting, published: false },
  ]);
});
