import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { sqlState } from './failure-class.ts';
import { connectClient } from './pg-client.ts';
import { ensureRoleLimits, WITHOUT_LIMITS } from './statement-limits.ts';

const LOCK_TIMEOUT_MS = 5_000;
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

/** Excludes migrations by other replicas. The lock ends with the transaction, so it also works through a pooler. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtext('g2-migrate:' || current_schema()))";

/**
 * Applies the migrations of a folder, each in a transaction, and sets the statement limits of the role.
 * Folder layout and the table of applied migrations are Prisma's. Uses no session state, so a pooler is
 * allowed. `folder`: URL of `prisma/migrations/`.
 * @returns names of the migrations applied now
 * @throws ConfigError for a permanent connection error
 */
export async function migrate(databaseUrl: string, folder: URL): Promise<string[]> {
  const client = await connectClient(databaseUrl);
  try {
    await exclusively(client, async () => {
      await client.query(CREATE_MIGRATIONS_TABLE);
      await ensureRoleLimits(client);
    });
    const applied: string[] = [];
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    const appliedChecksums = await checksums(client);
    for (const name of names.sort()) {
      const script = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      const checksum = createHash('sha256').update(script).digest('hex');
      if (isApplied(appliedChecksums, name, checksum)) continue;
      if (await apply(client, name, script, checksum)) applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** Runs `work` in a transaction that excludes migrations by other replicas. */
async function exclusively<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN; ${WITHOUT_LIMITS}`);
  try {
    await client.query(LOCK);
    // Fail fast on a locked table: a waiting DDL statement would block all later queries.
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function checksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** True when the migration is applied. @throws Error when it was applied with other content */
function isApplied(appliedChecksums: Map<string, string>, name: string, checksum: string): boolean {
  const known = appliedChecksums.get(name);
  if (known !== undefined && known !== checksum) {
    throw new Error(`migration ${name} was changed after it was applied`);
  }
  return known !== undefined;
}

/**
 * Applies one migration. After a deadlock with a writer it is applied again, with its tables locked first: a script that
 * locks a table more strongly with each statement would wait for a writer that waits for the script.
 * @returns false when another replica applied this migration first
 */
async function apply(client: pg.Client, name: string, script: string, checksum: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, name, script, checksum, attempt > 1);
    } catch (error) {
      if (attempt === ATTEMPTS || sqlState(error) !== DEADLOCK) throw error;
    }
  }
}

async function applyOnce(
  client: pg.Client,
  name: string,
  script: string,
  checksum: string,
  locksFirst: boolean,
): Promise<boolean> {
  return exclusively(client, async () => {
    if (isApplied(await checksums(client), name, checksum)) return false;
    try {
      if (locksFirst) await lockTables(client, script);
      await client.query(script);
    } catch (error) {
      throw new Error(`migration ${name} failed`, { cause: error });
    }
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    return true;
  });
}

/** Locks the tables that a script names against writers. Reads go on. */
async function lockTables(client: pg.Client, script: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
  );
  const named = rows.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(script));
  if (named.length === 0) return;
  const tables = named.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  await client.query(`LOCK TABLE ${tables} IN EXCLUSIVE MODE`);
}
