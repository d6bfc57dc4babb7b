import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@g2/terms/errors';
import type { Progress, SaveProgress } from './objects.ts';
import { ignoreUnhandledRejection } from './promises.ts';

/** Write size, bytes. */
const BLOCK = 1024 * 1024;
/** Bytes per sync: the most that a power failure can lose. Frequent syncs also use the disk during the upload. */
const SYNC_EVERY = 4 * BLOCK;

/** Writes a new file and syncs it before it returns. @throws when the file exists */
export async function writeToFile(path: string, source: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeBlocks(file, 0, source, async () => {});
    // `writeBlocks` does not sync a file without bytes.
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Appends to a file; writes one block while the next arrives. */
export async function appendToFile(
  path: string,
  from: Progress,
  source: AsyncIterable<Buffer>,
  keep: SaveProgress,
): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    if ((await file.stat()).size < from.offset) throw new AppError('upload-ticket-used');
    await writeBlocks(file, from.offset, source, keep);
  } finally {
    await file.close();
  }
}

async function writeBlocks(
  file: FileHandle,
  from: number,
  source: AsyncIterable<Buffer>,
  keep: SaveProgress,
): Promise<void> {
  let at = from;
  let savedOffset = from;
  let pendingWrite = Promise.resolve();
  let pendingSave: Promise<void> | undefined;
  /** Syncs the written bytes and records the progress. */
  const keepWritten = async () => {
    const [writing, upTo] = [pendingWrite, at];
    if (upTo === savedOffset) return;
    await writing;
    await file.datasync();
    savedOffset = upTo;
    await keep({ offset: upTo, parts: { sent: [] }, tail: null });
  };
  let buffered: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    await pendingWrite;
    if (size > 0) pendingWrite = ignoreUnhandledRejection(writeAll(file, buffered, at));
    at += size;
    buffered = [];
    size = 0;
  };
  try {
    for await (const chunk of source) {
      buffered.push(chunk);
      size += chunk.length;
      if (size < BLOCK) continue;
      await flush();
      if (at - savedOffset < SYNC_EVERY) continue;
      // The sync runs while the next blocks arrive.
      await pendingSave;
      pendingSave = ignoreUnhandledRejection(keepWritten());
    }
  } finally {
    // Also saves the bytes that arrived before `source` failed.
    await flush();
    await pendingSave;
    await keepWritten();
  }
}

/** Repeats a write that wrote only a part, as happens on a full disk. */
async function writeAll(file: FileHandle, block: Buffer[], at: number): Promise<void> {
  const size = block.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(block, at);
  if (bytesWritten === size) return;
  const rest = Buffer.concat(block, size).subarray(bytesWritten);
  const { bytesWritten: more } = await file.write(rest, 0, rest.length, at + bytesWritten);
  if (more < rest.length) await writeAll(file, [rest.subarray(more)], at + bytesWritten + more);
}
