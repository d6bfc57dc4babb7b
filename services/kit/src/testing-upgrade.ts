import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from './migrate.ts';
import type { ServiceName } from './provision.ts';
import { closeAfterTests, createTestEnvironment } from './testing.ts';

/** A service's database with only the migrations before `first`, for a test file. */
export const databaseBefore = (service: ServiceName, migrations: URL, first: string) =>
  closeAfterTests(begin(service, migrations, first));

async function begin(service: ServiceName, migrations: URL, first: string) {
  const testEnv = await createTestEnvironment('schemas');
  const old = await mkdtemp(join(tmpdir(), 'g2-migrations-'));
  for (const name of await readdir(migrations))
    if (name < first) await cp(new URL(name, migrations), join(old, name), { recursive: true });
  const url = testEnv.env(service).DATABASE_URL ?? '';
  await migrate(url, pathToFileURL(`${old}/`));
  return {
    db: testEnv.pool({ connectionString: url }),
    /** Runs the remaining migrations. */
    upgrade: () => migrate(url, migrations),
    async close() {
      await rm(old, { recursive: true });
      await testEnv.close();
    },
  };
}
