import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const LOCK_TIMEOUT_MS = 5_000;

const LEDGER = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/**
 * Applies a service's migrations (Prisma's folder layout and bookkeeping, so that `prisma migrate deploy` finds
 * nothing left) as the service's own role, whose search_path is its schema. Replicas wait for each other by an
 * advisory lock; each migration is one transaction.
 * @param folder URL of `prisma/migrations/`
 * @returns names applied now
 */
export async function migrate(databaseUrl: string, folder: URL): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  // A server that goes between two statements: the next one finds out.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('g2-migrate:' || current_schema()))");
    // A table somebody holds: better to give up and come again than to queue everybody behind us.
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(LEDGER);
    const done = new Map<string, string>();
    const rows = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    for (const row of rows.rows) done.set(row.migration_name, row.checksum);

    const applied: string[] = [];
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    for (const name of names.sort()) {
      const script = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      const checksum = createHash('sha256').update(script).digest('hex');
      const known = done.get(name);
      if (known !== undefined) {
        if (known !== checksum) throw new Error(`migration ${name} was changed after it was applied`);
        continue;
      }
      await apply(client, name, script, checksum);
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string, script: string, checksum: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}
