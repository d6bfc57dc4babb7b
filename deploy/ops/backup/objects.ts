import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createLogger } from '@g2/kit/log';
import type { ObjectStore } from '../../../services/storage-hashing/src/objects/objects.ts';
import { openFileObjects } from '../../../services/storage-hashing/src/objects/objects-fs.ts';
import { openS3Objects } from '../../../services/storage-hashing/src/objects/objects-s3.ts';
import type { ObjectCopy } from './manifest.ts';
import { createHashTap } from './row-file.ts';

type Env = Record<string, string | undefined>;

/** Opens the object store that STORAGE_DIR or the S3_* variables name. @throws Error in one line without either */
export function openObjectStore(env: Env): ObjectStore {
  const { STORAGE_DIR, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION = 'us-east-1' } = env;
  if (STORAGE_DIR) return openFileObjects(STORAGE_DIR);
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) {
    throw new Error('STORAGE_DIR, or S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY, are missing');
  }
  return openS3Objects(
    {
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      accessKey: S3_ACCESS_KEY,
      secretKey: S3_SECRET_KEY,
      region: S3_REGION,
    },
    createLogger('objects', 'warn'),
  );
}

/** Reads a whole object. @returns its size (bytes) and SHA-256 (hex), or undefined when it does not exist */
export async function sizeAndHash(
  objects: ObjectStore,
  key: string,
): Promise<{ size: number; sha256: string } | undefined> {
  if (!(await objects.stat(key))) return undefined;
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of await objects.get(key)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Copies an object if the target lacks it; false if the source lacks it. @throws Error for a wrong size or hash */
export async function copyObject(
  from: ObjectStore,
  to: ObjectStore,
  { key, size, sha256 }: ObjectCopy,
): Promise<boolean> {
  const there = await to.stat(key);
  if (there?.size === size) return true;
  if (!(await from.stat(key))) return false;
  // `put` never overwrites, so an incomplete copy (other size) is removed first.
  if (there) await to.remove(key);
  const passed = createHashTap();
  const source: Readable = await from.get(key);
  await Promise.all([pipeline(source, passed.tap), to.put(key, passed.tap, size)]);
  const stored = await to.stat(key);
  if (passed.sha256() === sha256 && stored?.size === size) return true;
  await to.remove(key);
  throw new Error(`object ${key} is not what its row says`);
}
