import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Counter, Gauge, Histogram, longBuckets } from '@g2/kit/metrics';

const operations = ['put', 'append', 'check', 'complete', 'get', 'stat', 'remove', 'sweep'] as const;
export type Operation = (typeof operations)[number];

/** What the object store itself did: `failed` is its fault, never its caller's. */
export const storageOperations = new Counter({
  name: 'g2_storage_operations_total',
  help: 'Operations on the object store, by operation and outcome',
  labelNames: ['operation', 'outcome'] as const,
});
for (const operation of operations) {
  for (const outcome of ['ok', 'failed']) storageOperations.inc({ operation, outcome }, 0);
}

export const storageDuration = new Histogram({
  name: 'g2_storage_duration_seconds',
  help: 'Duration of operations on the object store; a put lasts as long as its sender takes',
  labelNames: ['operation'] as const,
  buckets: longBuckets,
});

export const uploadBytes = new Counter({
  name: 'g2_upload_bytes_total',
  help: 'Bytes of files taken in and stored',
});

/** By what became of an upload: stored, or the code it was refused with. */
export const uploadDuration = new Histogram({
  name: 'g2_upload_duration_seconds',
  help: 'Duration of uploads, by outcome',
  labelNames: ['outcome'] as const,
  buckets: longBuckets,
});

/** Somebody said that registration was done with an object, and registration says that it is not. */
export const refusedRemovals = new Counter({
  name: 'g2_storage_removals_refused_total',
  help: 'Objects that an event let go of although registration holds them; they stay',
});

const disk = new Gauge({
  name: 'g2_storage_disk_bytes',
  help: 'Size and free space of the disk under the file store; absent with an S3',
  labelNames: ['kind'] as const,
});

/** Looks at the disk of the file store. */
export async function observeDisk(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const { bsize, blocks, bavail } = await diskUnder(folder);
  disk.set({ kind: 'size' }, bsize * blocks);
  disk.set({ kind: 'free' }, bsize * bavail);
}

/** The folder is made with the first file: until then the one above it tells. */
const diskUnder = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(folder) !== folder) return diskUnder(dirname(folder));
    throw error;
  });
