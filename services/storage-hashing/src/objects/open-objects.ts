import type { Logger } from '@g2/kit/log';
import type { Config } from '../config.ts';
import type { ObjectStore } from './objects.ts';
import { openFileObjects } from './objects-fs.ts';
import { openS3Objects } from './objects-s3.ts';

export type Driver = Pick<
  Config,
  'STORAGE_DIR' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_BUCKET' | 'S3_REGION'
>;

/** Selects the driver by the configuration; opens no connection yet. */
export function openObjects(config: Driver, log: Logger): ObjectStore {
  const { STORAGE_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION } = config;
  if (STORAGE_DIR !== undefined) return openFileObjects(STORAGE_DIR);
  if (!S3_ENDPOINT || !S3_ACCESS_KEY || !S3_SECRET_KEY || !S3_BUCKET) {
    throw new Error('the configuration names no object store');
  }
  return openS3Objects(
    {
      endpoint: S3_ENDPOINT,
      accessKey: S3_ACCESS_KEY,
      secretKey: S3_SECRET_KEY,
      bucket: S3_BUCKET,
      region: S3_REGION,
    },
    log,
  );
}
