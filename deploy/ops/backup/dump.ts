import { join } from 'node:path';
import { type ServiceName, schemaOf, serviceNames } from '@g2/kit/provision';
import pg from 'pg';
import { withClient } from '../world.ts';
import { MIGRATIONS_TABLE, relationNames, type Table, tablesOf } from './catalogue.ts';
import type { Manifest, TableCopy } from './manifest.ts';
import { writeLines } from './row-file.ts';

const FETCH = 200;
const LOCK_MS = 15_000;

export type Dump = Omit<Manifest, 'format' | 'events'>;

/**
 * Copies the tables of all services in one snapshot.
 * @param duringOutboxLock runs while no outbox relay can be between publishing an event and marking it as
 * published, so that the event stream agrees with the snapshot
 */
export async function dumpTables(
  databaseUrl: string,
  folder: string,
  duringOutboxLock: () => Promise<void>,
): Promise<Dump> {
  return withClient(databaseUrl, async (client) => {
    await takeSnapshot(client, databaseUrl, duringOutboxLock);
    const [now] = (await client.query<{ at: Date }>('SELECT now() AS at')).rows;
    const dump: Dump = {
      takenAt: (now?.at ?? new Date()).toISOString(),
      migrations: Object.fromEntries(
        serviceNames.map((service) => [service, [] as string[]]),
      ) as Manifest['migrations'],
      tables: [],
      sequences: [],
      objects: await storedObjects(client),
    };
    for (const service of serviceNames) await dumpService(client, service, folder, dump);
    await client.query('COMMIT');
    return dump;
  });
}

/** Takes the snapshot while the outboxes are locked. Writers wait for milliseconds, at most for one relay batch. */
async function takeSnapshot(
  client: pg.Client,
  databaseUrl: string,
  duringOutboxLock: () => Promise<void>,
): Promise<void> {
  await withClient(databaseUrl, async (lockClient) => {
    await lockClient.query('BEGIN');
    await lockClient.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    for (const service of serviceNames) {
      await lockClient.query(`LOCK TABLE ${pg.escapeIdentifier(schemaOf[service])}.outbox IN EXCLUSIVE MODE`);
    }
    await duringOutboxLock();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The first statement takes the snapshot, not BEGIN.
    await client.query('SELECT 1');
    await lockClient.query('ROLLBACK');
  });
}

async function dumpService(
  client: pg.Client,
  service: ServiceName,
  folder: string,
  dump: Dump,
): Promise<void> {
  const schema = schemaOf[service];
  const quoted = pg.escapeIdentifier(schema);
  const applied = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${quoted}.${MIGRATIONS_TABLE}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  dump.migrations[service] = applied.rows.map((row) => row.name);
  for (const table of await tablesOf(client, schema)) {
    const file = `${schema}.${table.name}.jsonl.gz`;
    const written = await writeLines(join(folder, file), rowsOf(client, quoted, table));
    dump.tables.push({
      service,
      table: table.name,
      columns: table.columns,
      ...written,
      file,
    } satisfies TableCopy);
  }
  for (const name of await relationNames(client, schema, ['S'])) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted}.${pg.escapeIdentifier(name)}`,
    );
    if (rows[0]) dump.sequences.push({ service, name, ...rows[0] });
  }
}

/** Yields each row as a JSON array of texts, because PostgreSQL's text form is exact for every type. */
async function* rowsOf(client: pg.Client, schema: string, { name, columns }: Table): AsyncGenerator<string> {
  const values = columns.map((column) => `${pg.escapeIdentifier(column.name)}::text`).join(', ');
  await client.query(
    `DECLARE copied NO SCROLL CURSOR FOR
     SELECT json_build_array(${values})::text AS line FROM ${schema}.${pg.escapeIdentifier(name)}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${FETCH} FROM copied`);
    for (const { line } of rows) yield line;
    if (rows.length < FETCH) break;
  }
  await client.query('CLOSE copied');
}

async function storedObjects(client: pg.Client): Promise<Manifest['objects']> {
  const { rows } = await client.query<{ key: string; size: string; sha256: string }>(
    "SELECT key, size::text, sha256 FROM storage.objects WHERE state IN ('stored', 'attached') ORDER BY key",
  );
  return rows.map(({ key, size, sha256 }) => ({ key, size: Number(size), sha256 }));
}
