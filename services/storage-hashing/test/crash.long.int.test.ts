import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@g2/kit/env';
import { createTestEnvironment, eventually, type TestEnvironment } from '@g2/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { openObjects } from '../src/objects/open-objects.ts';
import { NO_PEER, putUpload, rawPut, silent, uploadTicketFor, zipOf } from './world.ts';

let testEnv: TestEnvironment;
let folder: string;
beforeAll(async () => {
  testEnv = await createTestEnvironment();
  folder = await mkdtemp(join(tmpdir(), 'g2-objects-'));
});
afterAll(async () => {
  await testEnv?.close();
  await rm(folder, { recursive: true, force: true });
});

it('leaves no object after a kill during an upload and removes its bytes after a day', async () => {
  const env = { ...NO_PEER, STORAGE_DIR: folder };
  const objects = openObjects(loadConfig(config, testEnv.env('storage-hashing', env)), silent);
  const staged = () => readdir(join(folder, '.staging')).catch(() => []);
  const zip = await zipOf([30_000_000]);

  const victim = await testEnv.startPeer('storage-hashing', env);
  const ticket = await uploadTicketFor(testEnv);
  const upload = rawPut(victim.http, ticket, { 'content-length': zip.length });
  upload.request.write(zip.subarray(0, 10_000_000));
  const [left] = await eventually('bytes are on disk', async () => {
    const found = await staged();
    return found.length > 0 && found;
  });
  await victim.kill('SIGKILL');
  await expect(upload.answer).rejects.toThrow();
  await utimes(join(folder, '.staging', left ?? ''), new Date(0), new Date(0));

  const heir = await testEnv.startPeer('storage-hashing', env);
  await eventually('staging is swept', async () => (await staged()).length === 0);
  expect(await Array.fromAsync(objects.list())).toEqual([]);
  expect(await putUpload(heir.http, ticket, zip)).toMatchObject({ status: 409 });
  expect(await putUpload(heir.http, await uploadTicketFor(testEnv), zip)).toMatchObject({ status: 200 });
  expect(await Array.fromAsync(objects.list())).toHaveLength(1);
});

it('ends stalled transfers on shutdown', async () => {
  const peer = await testEnv.startPeer('storage-hashing', {
    ...NO_PEER,
    STORAGE_DIR: folder,
    SHUTDOWN_GRACE_MS: '300',
  });
  const upload = rawPut(peer.http, await uploadTicketFor(testEnv), { 'content-length': 1000 });
  upload.request.write('PK\x03\x04');
  await eventually('the upload has begun', async () => (await readdir(join(folder, '.staging'))).length > 0);
  const startedAt = Date.now();
  await peer.kill('SIGTERM');
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  await expect(upload.answer).rejects.toThrow();
});
