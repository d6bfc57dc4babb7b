import type { Readable } from 'node:stream';
import type { Logger } from '@g2/kit/log';
import { type Client, S3Error } from 'minio';
import { ObjectLocked } from './objects.ts';
import { onceDone } from './promises.ts';

type Version = { name?: string; versionId?: string | null };
type ObjectLock = { retain(key: string, until: Date): Promise<void>; remove(key: string): Promise<void> };

/** Transient S3 errors. Any other error means that the bucket has no object lock. */
const TRANSIENT_ERRORS = new Set([
  'InternalError',
  'ServiceUnavailable',
  'SlowDown',
  'RequestTimeout',
  'NoSuchBucket',
]);

/** Object lock implies versioning: removal without version ids would only hide the object. */
export function createObjectLock(client: Client, bucket: string, log: Logger): ObjectLock {
  const isEnabled = onceDone(() => readLockConfig(client, bucket));
  return {
    async retain(key, until) {
      if (!(await isEnabled())) {
        log.error(
          { key, bucket },
          'S3_LOCK_DAYS is set, but the bucket has no object lock: nothing is locked',
        );
        return;
      }
      await client.putObjectRetention(bucket, key, {
        mode: 'GOVERNANCE',
        retainUntilDate: until.toISOString(),
        // An empty id means the current version.
        versionId: '',
      });
    },
    async remove(key) {
      if (!(await isEnabled())) return await client.removeObject(bucket, key);
      const all = client.listObjects(bucket, key, true, { IncludeVersion: true });
      for await (const { name, versionId } of all as Readable & AsyncIterable<Version>) {
        if (name !== key || !versionId) continue;
        await client.removeObject(bucket, key, { versionId }).catch(async (error: unknown) => {
          throw (await lockedUntil(client, bucket, key, versionId)) ?? error;
        });
      }
    },
  };
}

async function readLockConfig(client: Client, bucket: string): Promise<boolean> {
  try {
    // Typed for callbacks, but returns a promise.
    const request: unknown = client.getObjectLockConfig(bucket);
    const info = await (request as Promise<{ objectLockEnabled?: string }>);
    return info.objectLockEnabled === 'Enabled';
  } catch (error) {
    if (error instanceof S3Error && !TRANSIENT_ERRORS.has(error.code ?? '')) return false;
    throw error;
  }
}

/** The lock of a version, if any. S3 vendors refuse a removal with different errors, so the lock is read. */
async function lockedUntil(
  client: Client,
  bucket: string,
  key: string,
  versionId: string,
): Promise<ObjectLocked | undefined> {
  const found = await client.getObjectRetention(bucket, key, { versionId }).catch(() => undefined);
  const until = new Date(found?.retainUntilDate ?? 0);
  return until > new Date() ? new ObjectLocked(key, until) : undefined;
}
