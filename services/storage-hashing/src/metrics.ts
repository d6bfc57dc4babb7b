import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Counter, Gauge, Histogram, longBuckets } from '@g2/kit/metrics';
import { OUTCOMES } from './domain/scrub.ts';

const operations = [
  'put',
  'append',
  'check',
  'complete',
  'get',
  'stat',
  'retain',
  'remove',
  'sweep',
] as const;
export type Operation = (typeof operations)[number];

/** Outcome `failed` counts failures of the object store, not refusals of what the caller sent. */
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

/** Outcome: stored, in-part, or the refusal code. */
export const uploadDuration = new Histogram({
  name: 'g2_upload_duration_seconds',
  help: 'Duration of uploads, by outcome',
  labelNames: ['outcome'] as const,
  buckets: longBuckets,
});

/** Counts objects that a release event named although registration still holds them. */
export const refusedRemovals = new Counter({
  name: 'g2_storage_removals_refused_total',
  help: 'Objects that an event let go of although registration holds them; they stay',
});

export const scrubbedObjects = new Counter({
  name: 'g2_storage_scrub_objects_total',
  help: 'Stored objects that were read again and compared with their hashes, by outcome; failed: it could not be read',
  labelNames: ['outcome'] as const,
});
for (const outcome of [...OUTCOMES, 'failed']) scrubbedObjects.inc({ outcome }, 0);

export const scrubbedBytes = new Counter({
  name: 'g2_storage_scrub_bytes_total',
  help: 'Bytes of stored objects that were read again',
});

const damagedObjects = new Gauge({
  name: 'g2_storage_scrub_differences',
  help: 'Attached objects with bytes that differ from the deposit, or are gone',
});

const oldestScrub = new Gauge({
  name: 'g2_storage_scrub_oldest_seconds',
  help: 'Since when the attached object that waits the longest was last compared with its hashes',
});

export function observeScrubs(
  { damaged, oldest }: { damaged: number; oldest: Date | null },
  now: Date,
): void {
  damagedObjects.set(damaged);
  oldestScrub.set(oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1_000));
}

export const lockedRemovals = new Counter({
  name: 'g2_storage_removals_locked_total',
  help: 'Removals that the object store refused because the object is locked; tried again when the lock is over',
});

const disk = new Gauge({
  name: 'g2_storage_disk_bytes',
  help: 'Size and free space of the disk under the file store; absent with an S3',
  labelNames: ['kind'] as const,
});

export async function observeDisk(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const { bsize, blocks, bavail } = await diskUnder(folder);
  disk.set({ kind: 'size' }, bsize * blocks);
  disk.set({ kind: 'free' }, bsize * bavail);
}

/** Disk of the nearest existing parent folder, since the folder is created with the first file. */
const diskUnder = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(folder) !== folder) return diskUnder(dirname(folder));
    throw error;
  });
