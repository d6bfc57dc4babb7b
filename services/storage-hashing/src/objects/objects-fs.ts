import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '@g2/terms/errors';
import { isObjectKey } from '../domain/object-key.ts';
import { appendToFile, writeToFile } from './fs-parts.ts';
import { alreadyExistsError, type ObjectStore } from './objects.ts';

const STAGING = '.staging';
const CHUNK = 1024 * 1024;
const READ_ONLY = 0o444;

/** Object store in a folder of one machine. A file is written to staging, synced and then linked to its path. */
export function openFileObjects(folder: string): ObjectStore {
  const root = resolve(folder);
  const staging = join(root, STAGING);
  const pathOf = (key: string): string => {
    if (!isObjectKey(key)) throw new AppError('not-found');
    return join(root, key);
  };
  const growing = (key: string): string => join(staging, basename(pathOf(key)));
  return {
    async append(key, from, source, _size, keep) {
      const draft = growing(key);
      await mkdir(staging, { recursive: true });
      await appendToFile(draft, from, source, keep);
    },
    async check(bytes) {
      await mkdir(staging, { recursive: true });
      const { bavail, bsize } = await statfs(staging);
      if (bavail * bsize < bytes) throw new AppError('unavailable', { retryAfter: 60 });
    },
    async complete(key, _parts, size) {
      const [draft, final] = [growing(key), pathOf(key)];
      const grown = await stat(draft).catch(absentAsUndefined);
      if (grown?.size === size) return place(draft, final, key);
      const isWhole = !grown && (await stat(final).catch(absentAsUndefined))?.size === size;
      if (!isWhole) throw new AppError('upload-ticket-used');
    },
    async put(key, source) {
      const final = pathOf(key);
      await mkdir(staging, { recursive: true });
      const draft = join(staging, randomUUID());
      try {
        await writeToFile(draft, source);
        await place(draft, final, key);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      const file = await open(pathOf(key), 'r').catch(absentAsNotFound);
      return file.createReadStream({ ...range, highWaterMark: CHUNK });
    },
    async stat(key) {
      const found = await stat(pathOf(key)).catch(absentAsUndefined);
      return found && { size: found.size };
    },
    // Files in a folder cannot be locked.
    async retain() {},
    async remove(key) {
      await rm(pathOf(key), { force: true });
      await rm(growing(key), { force: true });
    },
    async *list() {
      for (const fan of await names(root)) {
        if (fan === STAGING) continue;
        for (const name of await names(join(root, fan))) {
          if (isObjectKey(`${fan}/${name}`)) yield `${fan}/${name}`;
        }
      }
    },
    async sweepStaging(before) {
      let swept = 0;
      for (const name of await names(staging)) {
        const path = join(staging, name);
        const found = await stat(path).catch(absentAsUndefined);
        if (!found || found.mtime >= before) continue;
        await rm(path, { force: true });
        swept++;
      }
      return swept;
    },
    close() {},
  };
}

/** Makes a staged file the object, durable and read-only. Links it, since a rename would replace an object. */
async function place(draft: string, final: string, key: string): Promise<void> {
  const made = await mkdir(dirname(final), { recursive: true });
  await link(draft, final).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    // A crash after the link leaves both names for one file.
    const [one, other] = await Promise.all([stat(draft), stat(final)]);
    if (one.ino !== other.ino || one.dev !== other.dev) throw alreadyExistsError(key);
  });
  await chmod(final, READ_ONLY);
  await rm(draft, { force: true });
  await syncFolder(dirname(final));
  if (made !== undefined) await syncFolder(dirname(made));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

function absentAsUndefined(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

function absentAsNotFound(error: unknown): never {
  throw isAbsent(error) ? new AppError('not-found') : error;
}

async function names(path: string): Promise<string[]> {
  return (await readdir(path).catch(absentAsUndefined)) ?? [];
}
