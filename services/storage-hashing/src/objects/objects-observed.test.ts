import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId } from '@g2/kit/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectKey } from '../domain/object-key.ts';
import { receiveUpload } from '../intake/receive.ts';
import { storageOperations } from '../metrics.ts';
import { openFileObjects } from './objects-fs.ts';
import { observeObjects } from './objects-observed.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'g2-watched-'));
});
afterAll(() => rm(folder, { recursive: true }));

const counted = async (operation: string, outcome: string): Promise<number> =>
  (await storageOperations.get()).values.find(
    ({ labels }) => labels.operation === operation && labels.outcome === outcome,
  )?.value ?? 0;

it('does not count a refused upload as a failure of the store', async () => {
  const objects = observeObjects(openFileObjects(join(folder, 'store')));
  const key = objectKey(newId());
  await objects.put(key, Readable.from([Buffer.from('bytes')]), 5);
  expect(await objects.stat(key)).toEqual({ size: 5 });
  const refused = receiveUpload(Readable.from([Buffer.from('no ZIP')]), { limit: 100, idleMs: 5_000 });
  await expect(objects.put(objectKey(newId()), refused.body, 6)).rejects.toThrow();
  expect(refused.failure()?.code).toBe('not-a-zip');
  await expect(objects.get(objectKey(newId()))).rejects.toMatchObject({ code: 'not-found' });
  expect(await counted('put', 'ok')).toBe(2);
  expect(await counted('put', 'failed')).toBe(0);
  expect(await counted('get', 'failed')).toBe(0);
});

it('counts a failure of the store', async () => {
  const taken = join(folder, 'a-file');
  await writeFile(taken, 'no folder can be here');
  const objects = observeObjects(openFileObjects(taken));
  await expect(objects.put(objectKey(newId()), Readable.from([Buffer.from('bytes')]), 5)).rejects.toThrow();
  expect(await counted('put', 'failed')).toBe(1);
});
