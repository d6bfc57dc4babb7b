import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId } from '@g2/kit/ids';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodePage } from '../../../services/storage-hashing/src/archive/code-pages.ts';
import { inspectArchive } from '../../../services/storage-hashing/src/archive/inspect.ts';
import { objectKey } from '../../../services/storage-hashing/src/domain/object-key.ts';
import { digestOf } from '../../../services/storage-hashing/src/intake/digest.ts';
import { readerOf } from '../../../services/storage-hashing/src/objects/object-reader.ts';
import type { ObjectStore } from '../../../services/storage-hashing/src/objects/objects.ts';
import { openFileObjects } from '../../../services/storage-hashing/src/objects/objects-fs.ts';
import { openStore, type Store } from '../../../services/storage-hashing/src/store.ts';
import { forge } from '../../../services/storage-hashing/test/archives/forge.ts';
import { checkManifests } from './manifests.ts';

let testEnv: TestEnvironment;
let pool: pg.Pool;
let store: Store;
let objects: ObjectStore;
const folder = mkdtempSync(join(tmpdir(), 'g2-manifests-'));

beforeAll(async () => {
  testEnv = await createTestEnvironment();
  pool = testEnv.pool({ connectionString: testEnv.adminUrl });
  store = openStore({ DATABASE_URL: testEnv.env('storage-hashing').DATABASE_URL ?? '', DATABASE_POOL: 2 });
  objects = openFileObjects(folder);
});
afterAll(async () => {
  await store?.db.close();
  await testEnv?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function deposited(
  names: (string | Buffer)[],
  codePage?: CodePage,
): Promise<{ key: string; zip: Buffer }> {
  const zip = forge(names.map((name) => ({ name, content: `export const x = '${name.toString()}';\n` })));
  const key = objectKey(newId());
  const ids = { jti: newId(), registrationId: newId() };
  await objects.put(key, Readable.from([zip]), zip.length);
  const ticket = { ...ids, userId: newId(), fileName: 'a.zip' };
  const now = new Date();
  await store.uploads.claim(ticket, { objectKey: key }, now);
  const hashed = await digestOf(Readable.from([zip]));
  const entries = names.length;
  await store.uploads.recordStored(ticket, { key, ...hashed, entries, unpacked: 100, createdAt: now });
  await pool.query("UPDATE storage.objects SET state = 'attached' WHERE key = $1", [key]);
  await store.inspections.adopt(now);
  const due = await store.inspections.take(now, 60_000);
  if (due?.objectKey !== key) throw new Error('another object is due');
  await store.inspections.finish(
    due,
    { inspection: await inspectArchive(readerOf(objects, key), zip.length, { codePage }) },
    now,
  );
  return { key, zip };
}

const breaches = async (share = 1) => (await checkManifests(testEnv.adminUrl, objects, share)).breaches;

it('reports each changed file, and nothing for unchanged files', async () => {
  const [whole, rows, bytes] = [
    await deposited(['a.ts', 'b.ts']),
    await deposited(['c.ts', 'd.ts']),
    await deposited(['e.ts', 'f.ts']),
  ];
  expect(await checkManifests(testEnv.adminUrl, objects, 1)).toMatchObject({
    figures: '3 of 3 manifests, 6 lines',
    breaches: [],
  });
  await pool.query(
    "UPDATE storage.manifest_files SET path = 'x.ts' WHERE object_key = $1 AND path = 'd.ts'",
    [rows.key],
  );
  await pool.query('UPDATE storage.inspections SET root = $2 WHERE object_key = $1', [
    whole.key,
    '0'.repeat(64),
  ]);
  // Replaces the stored file by a different valid ZIP.
  const path = join(folder, bytes.key);
  chmodSync(path, 0o600);
  writeFileSync(path, forge([{ name: 'e.ts', content: 'export {};\n' }]));
  const found = await breaches();
  const about = ({ key }: { key: string }) => found.filter((one) => one.startsWith(`${key}: `));
  expect(about(whole)).toEqual([expect.stringMatching(/its root is [0-9a-f]{64}, kept is 0{64}$/)]);
  expect(about(rows)).toEqual([
    expect.stringContaining('in the rows alone: "x.ts"'),
    expect.stringContaining('in the file alone: "d.ts"'),
  ]);
  expect(about(bytes)).toHaveLength(4);
  expect(about(bytes).slice(0, 3)).toEqual([
    expect.stringContaining('in the rows alone: "e.ts"'),
    expect.stringContaining('in the rows alone: "f.ts"'),
    expect.stringContaining('in the file alone: "e.ts"'),
  ]);
  expect(found).toHaveLength(7);
  expect(await breaches(0)).toEqual([]);
  writeFileSync(path, Buffer.alloc(bytes.zip.length));
  expect((await breaches()).filter((one) => one.startsWith(bytes.key))).toEqual([
    `${bytes.key}: its bytes make no manifest: not-a-zip`,
  ]);
  await pool.query("UPDATE storage.objects SET state = 'releasing' WHERE key = $1", [bytes.key]);
  expect((await breaches()).filter((one) => one.startsWith(bytes.key))).toEqual([]);
});

it('accepts a manifest of an earlier release that read file names in code page 850', async () => {
  const ansi = Buffer.from('relatórios/ação.ts', 'latin1');
  const before = await deposited([ansi], 'cp850');
  const now = await deposited([ansi]);
  const { rows } = await pool.query<{ path: string }>(
    'SELECT path FROM storage.manifest_files WHERE object_key = ANY($1) ORDER BY object_key = $2',
    [[before.key, now.key], now.key],
  );
  expect(rows.map(({ path }) => path)).toEqual(['relat¾rios/aþÒo.ts', 'relatórios/ação.ts']);
  const ofBoth = async () =>
    (await breaches()).filter((one) => one.startsWith(before.key) || one.startsWith(now.key));
  expect(await ofBoth()).toEqual([]);
  await pool.query('UPDATE storage.inspections SET root = $2 WHERE object_key = $1', [
    before.key,
    'e'.repeat(64),
  ]);
  expect(await ofBoth()).not.toEqual([]);
});

it('compares the root hash that registration stores with the file', async () => {
  const { key } = await deposited(['g.ts']);
  const client = await pool.connect();
  try {
    // Skips the foreign keys: this test needs no registration.
    await client.query('SET session_replication_role = replica');
    await client.query(
      'INSERT INTO registration.file_contents (object_key, registration_id, found) VALUES ($1, $2, $3)',
      [key, newId(), JSON.stringify({ root: 'f'.repeat(64) })],
    );
  } finally {
    client.release(true);
  }
  expect((await breaches()).filter((one) => one.startsWith(key))).toEqual([
    expect.stringMatching(/registration has f{64}$/),
  ]);
});
