import { randomBytes } from 'node:crypto';
import { link, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { loadConfig } from '@g2/kit/env';
import { newId } from '@g2/kit/ids';
import { createTestEnvironment, type TestEnvironment } from '@g2/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { objectKey } from '../src/domain/object-key.ts';
import {
  type MultipartState,
  NO_PROGRESS,
  type ObjectStore,
  type SaveProgress,
} from '../src/objects/objects.ts';
import { openObjects } from '../src/objects/open-objects.ts';
import { driverEnvironment, NO_PEER, silent } from './world.ts';

/** Contract tests of ObjectStore for both drivers. */
describe.each(['fs', 's3'] as const)('objects on %s', (driver) => {
  let testEnv: TestEnvironment;
  let folder: string;
  let objects: ObjectStore | undefined;
  beforeAll(async () => {
    testEnv = await createTestEnvironment();
    folder = await mkdtemp(join(tmpdir(), 'g2-objects-'));
    const env = driverEnvironment(testEnv, driver, folder);
    if (env) objects = openObjects(loadConfig(config, testEnv.env('storage-hashing', env)), silent);
    else console.log('no S3 server here: the S3 half of the contract is skipped');
  });
  afterAll(async () => {
    objects?.close();
    await rm(folder, { recursive: true, force: true });
    await testEnv.close();
  });

  const check = (name: string, work: (objects: ObjectStore) => Promise<void>) =>
    it(name, async (context) => {
      if (!objects) return context.skip();
      await work(objects);
    });

  const key = () => objectKey(newId());
  const inPieces = (bytes: Buffer) =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
        bytes.subarray(i * 65_536, (i + 1) * 65_536),
      ),
    );

  // On S3 the bucket does not exist yet.
  check('do not exist before they are stored', async (it) => {
    expect(await Array.fromAsync(it.list())).toEqual([]);
    expect(await it.stat(key())).toBeUndefined();
  });

  check('return what was stored, whole and in ranges, with and without a known length', async (it) => {
    for (const size of [1, 70_000, 8 * 1024 * 1024, 20_000_001]) {
      const bytes = randomBytes(size);
      for (const length of [size, undefined]) {
        const at = key();
        await it.put(at, inPieces(bytes), length);
        expect(await it.stat(at)).toEqual({ size });
        expect((await buffer(await it.get(at))).equals(bytes)).toBe(true);
        const middle = { start: Math.floor(size / 3), end: Math.floor(size / 2) };
        const part = await buffer(await it.get(at, middle));
        expect(part.equals(bytes.subarray(middle.start, middle.end + 1))).toBe(true);
        expect((await buffer(await it.get(at, { start: 0, end: 0 }))).equals(bytes.subarray(0, 1))).toBe(
          true,
        );
        await it.remove(at);
      }
    }
  });

  check('cannot be replaced in any way', async (it) => {
    const [bytes, other] = [randomBytes(70_000), randomBytes(9_000_000)];
    const at = key();
    await it.put(at, inPieces(bytes), bytes.length);
    const isThere = /is there already/;
    await expect(it.put(at, inPieces(bytes), bytes.length)).rejects.toThrow(isThere);
    for (const length of [other.length, undefined]) {
      await expect(it.put(at, inPieces(other), length)).rejects.toThrow(isThere);
    }
    let parts: MultipartState = { sent: [] };
    const keep: SaveProgress = async (progress) => {
      parts = progress.parts;
    };
    await it.append(at, NO_PROGRESS, inPieces(other), other.length, keep);
    await expect(it.complete(at, parts, other.length)).rejects.toThrow(isThere);
    expect((await buffer(await it.get(at))).equals(bytes)).toBe(true);
    await it.remove(at);
    expect(await it.stat(at)).toBeUndefined();
  });

  check('are stored once when several are put under one key at the same time', async (it) => {
    const at = key();
    const all = Array.from({ length: 4 }, () => randomBytes(300_000));
    const results = await Promise.allSettled(all.map((bytes) => it.put(at, inPieces(bytes), bytes.length)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const won = all[results.findIndex(({ status }) => status === 'fulfilled')];
    expect((await buffer(await it.get(at))).equals(won as Buffer)).toBe(true);
  });

  check('can be completed again with the same result', async (it) => {
    const [at, bytes] = [key(), randomBytes(6_000_000)];
    let parts: MultipartState = { sent: [] };
    const keep: SaveProgress = async (progress) => {
      parts = progress.parts;
    };
    await it.append(at, NO_PROGRESS, inPieces(bytes), bytes.length, keep);
    for (let times = 0; times < 2; times++) await it.complete(at, parts, bytes.length);
    expect((await buffer(await it.get(at))).equals(bytes)).toBe(true);
  });

  check('are not found when they were never stored, or were removed', async (it) => {
    const at = key();
    await it.put(at, inPieces(randomBytes(10)), 10);
    expect(await Array.fromAsync(it.list())).toContain(at);
    await it.remove(at);
    await it.remove(at);
    expect(await it.stat(at)).toBeUndefined();
    await expect(it.get(at)).rejects.toMatchObject({ code: 'not-found' });
    expect(await Array.fromAsync(it.list())).not.toContain(at);
  });

  check('are not stored when the source fails, and the cause is reported', async (it) => {
    for (const length of [30_000_000, undefined]) {
      const at = key();
      const source = new Readable({
        read() {
          this.push(randomBytes(1_000_000));
          given += 1_000_000;
          if (given >= 20_000_000) this.destroy(new Error('the sender went away'));
        },
      });
      let given = 0;
      await expect(it.put(at, source, length)).rejects.toThrow('the sender went away');
      expect(await it.stat(at)).toBeUndefined();
      expect(source.destroyed).toBe(true);
    }
    expect(await it.sweepStaging(new Date(Date.now() + 60_000))).toBe(0);
  });

  check('have no keys that could be paths', async (it) => {
    for (const bad of ['../x', '.staging/x', 'a/b', `${key()}/../x`]) {
      await expect(it.put(bad, inPieces(randomBytes(1)), 1)).rejects.toMatchObject({ code: 'not-found' });
      await expect(it.get(bad)).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  if (driver === 'fs') {
    check('are read-only, and completed when a crash left one with two names', async (it) => {
      const [at, bytes] = [key(), randomBytes(5_000)];
      const growing = join(folder, '.staging', basename(at));
      await it.append(at, NO_PROGRESS, inPieces(bytes), bytes.length, async () => {});
      await mkdir(dirname(join(folder, at)), { recursive: true });
      await link(growing, join(folder, at));
      await it.complete(at, { sent: [] }, bytes.length);
      expect((await stat(join(folder, at))).mode & 0o777).toBe(0o444);
      await expect(stat(growing)).rejects.toMatchObject({ code: 'ENOENT' });
      expect((await buffer(await it.get(at))).equals(bytes)).toBe(true);
    });
  }

  // On S3 the test cannot create an old unfinished upload.
  if (driver === 'fs') {
    check('are kept when old staging files are removed', async (it) => {
      const at = key();
      await it.put(at, inPieces(randomBytes(10)), 10);
      await writeFile(join(folder, '.staging', 'left-over'), 'x');
      expect(await it.sweepStaging(new Date(Date.now() - 60_000))).toBe(0);
      expect(await it.sweepStaging(new Date(Date.now() + 60_000))).toBe(1);
      expect(await it.stat(at)).toEqual({ size: 10 });
    });
  }
});

describe('configuration', () => {
  const s3 = { S3_ENDPOINT: 'http://x:1', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b', S3_BUCKET: 'c' };
  const { S3_BUCKET: _, ...incomplete } = s3;
  it.each([
    [{}, /STORAGE_DIR is missing/],
    [{ STORAGE_DIR: '/x', ...s3 }, /STORAGE_DIR: /],
    [incomplete, /S3_BUCKET is missing/],
    [{ ...s3, S3_ENDPOINT: 'x' }, /S3_ENDPOINT/],
    [{ STORAGE_DIR: '/x', S3_LOCK_DAYS: '30' }, /S3_LOCK_DAYS/],
    [{ ...s3, SCRUB_BYTES_PER_SECOND: '1000' }, /SCRUB_BYTES_PER_SECOND/],
    [{ STORAGE_DIR: '/x', REGISTRATION_GRPC: '' }, /REGISTRATION_GRPC/],
  ])('%j is refused with the name of the variable', async (extra, expected) => {
    const testEnv = await createTestEnvironment();
    const env = testEnv.env('storage-hashing', { ...NO_PEER, ...extra });
    await testEnv.close();
    expect(() => loadConfig(config, env)).toThrow(expected);
  });
});
