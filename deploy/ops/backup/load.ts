import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '@g2/kit/migrate';
import { type ServiceName, schemaOf } from '@g2/kit/provision';
import { WITHOUT_LIMITS } from '@g2/kit/statement-limits';
import pg from 'pg';
import { withClient } from '../world.ts';
import { relationNames } from './catalogue.ts';
import type { Manifest, TableCopy } from './manifest.ts';
import { readLines } from './row-file.ts';
import type { EventRow } from './stream.ts';

const BATCH_BYTES = 4 * 1024 * 1024;

/** A restore never merges with existing data. @throws Error when the service's schema is missing or has a table */
export async function assertSchemaEmpty(databaseUrl: string, service: ServiceName): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      'SELECT to_regnamespace($1) IS NOT NULL AS there',
      [schemaOf[service]],
    );
    if (!rows[0]?.there)
      throw new Error(`${service}: make its role and schema first (services/kit/bin/provision.ts)`);
    const tables = await relationNames(client, schemaOf[service], ['r', 'p']);
    if (tables.length > 0)
      throw new Error(`${service}: its schema is not empty (${tables.slice(0, 3).join(', ')}, …)`);
  });
}

/** Restores one schema in one transaction as the service's role. Unconsumed events become the first outbox rows. */
export async function loadService(
  databaseUrl: string,
  service: ServiceName,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await applyBackupMigrations(databaseUrl, service, manifest.migrations[service]);
  await withClient(databaseUrl, async (client) => {
    await client.query(`BEGIN; ${WITHOUT_LIMITS}`);
    const tables = manifest.tables.filter((one) => one.service === service);
    // Triggers maintain counters and must not count the restored rows a second time.
    for (const { table } of tables) await trigger(client, table, 'DISABLE');
    for (const { table } of tables.toReversed())
      await client.query(`DELETE FROM ${pg.escapeIdentifier(table)}`);
    for (const table of tables) await loadTable(client, table, folder);
    await loadEvents(client, service, folder, manifest);
    for (const { name, value, called } of manifest.sequences.filter((one) => one.service === service)) {
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
        pg.escapeIdentifier(name),
        value,
        called,
      ]);
    }
    for (const { table } of tables) await trigger(client, table, 'ENABLE');
    await client.query('COMMIT');
  });
}

const trigger = (client: pg.Client, table: string, what: 'ENABLE' | 'DISABLE') =>
  client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} ${what} TRIGGER USER`);

/** Applies the migrations that the backup had. Later ones may change rows: the programs run them at start. */
async function applyBackupMigrations(
  databaseUrl: string,
  service: ServiceName,
  names: string[],
): Promise<void> {
  const known = resolve(import.meta.dirname, '../../../services', service, 'prisma/migrations');
  const migrationsFolder = mkdtempSync(join(tmpdir(), 'g2-migrations-'));
  try {
    for (const name of names) {
      if (!existsSync(join(known, name)))
        throw new Error(`${service}: this version has no migration ${name}`);
      cpSync(join(known, name), join(migrationsFolder, name), { recursive: true });
    }
    await migrate(databaseUrl, pathToFileURL(`${migrationsFolder}/`));
  } finally {
    rmSync(migrationsFolder, { recursive: true });
  }
}

async function loadTable(client: pg.Client, table: TableCopy, folder: string): Promise<void> {
  const names = table.columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
  const values = table.columns.map((column, at) => `(r->>${at})::${column.type}`).join(', ');
  const insert = `INSERT INTO ${pg.escapeIdentifier(table.table)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM json_array_elements($1::json) WITH ORDINALITY AS e(r, n) ORDER BY n`;
  let loaded = 0;
  for await (const lines of batches(readLines(join(folder, table.file), table.sha256))) {
    loaded += (await client.query(insert, [`[${lines.join(',')}]`])).rowCount ?? 0;
  }
  if (loaded !== table.rows) throw new Error(`${table.file}: ${loaded} rows of ${table.rows}`);
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let size = 0;
  for await (const line of lines) {
    batch.push(line);
    size += line.length;
    if (size < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Marks possibly unconsumed events as unpublished, first in order; the others stay. Consumers ignore duplicates by id.
 */
async function loadEvents(
  client: pg.Client,
  service: ServiceName,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const outbox = manifest.tables.find((one) => one.service === service && one.table === 'outbox');
  // Earlier releases deleted published rows, and their outbox has no such column.
  const hasPublishedAt = outbox?.columns.some(({ name }) => name === 'published_at') ?? false;
  const { file, sha256 } = manifest.events;
  const rows: (EventRow & { seq: number })[] = [];
  for await (const line of readLines(join(folder, file), sha256)) {
    const event = JSON.parse(line) as EventRow;
    // An event type starts with the name of its service's schema.
    if (event.type.startsWith(`${schemaOf[service]}.`)) rows.push({ ...event, seq: rows.length });
  }
  await client.query(
    `INSERT INTO outbox (seq, id, type, aggregate_id, version, data, traceparent, created_at) OVERRIDING SYSTEM VALUE
     SELECT e.seq - $2::bigint, e.id, e.type, e."aggregateId", e.version, e.data::jsonb, e.traceparent, e."createdAt"
     FROM json_to_recordset($1::json) AS e(seq bigint, id uuid, type text, "aggregateId" text, version int, data text,
       traceparent text, "createdAt" timestamptz)
     ON CONFLICT (id) DO ${hasPublishedAt ? 'UPDATE SET published_at = NULL' : 'NOTHING'}`,
    [JSON.stringify(rows), rows.length + 1],
  );
}
