import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@g2/kit/provision';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpTables } from './dump.ts';

const role = `g2_tools_${randomBytes(4).toString('hex')}`;
let testEnv: TestEnvironment;
let admin: pg.Client;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'g2-dump-'));
  testEnv = await createTestEnvironment();
  admin = new pg.Client({ connectionString: testEnv.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin?.query(`DROP ROLE IF EXISTS ${role}`);
  await admin?.end();
  await testEnv?.close();
  rmSync(folder, { recursive: true, force: true });
});

// Same role as helm/README.md creates for operators' commands.
it('needs a role that may lock tables, not only read them', async () => {
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'p' IN ROLE pg_read_all_data`);
  const url = new URL(testEnv.adminUrl);
  url.username = role;
  url.password = 'p';
  const dump = () => dumpTables(url.toString(), folder, async () => {});
  await expect(dump()).rejects.toThrow(/permission denied for table outbox/);
  await admin.query(`GRANT pg_maintain TO ${role}`);
  const { tables, migrations } = await dump();
  for (const service of serviceNames) {
    expect(migrations[service].length).toBeGreaterThan(0);
    expect(tables.some((one) => one.service === service && one.table === 'outbox')).toBe(true);
  }
});
