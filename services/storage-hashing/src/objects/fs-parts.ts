import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@g2/terms/errors';
import type { Keep, Progress } from './objects.ts';
import { quiet } from './quiet.ts';

/** Bytes of one write. */
const BLOCK = 1024 * 1024;
/** What a power cut may cost at most, bytes; and so that the disk works while more comes in, not after the last of it. */
const SYNC_EVERY = 4 * BLOCK;

/** Writes a file that is not there yet, safe when this is over. */
export async function writeToFile(path: string, source: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await grow(file, 0, source, async () => {});
    // Its size too, of one without a byte.
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Adds to one growing file: a block is on its way to disk while the next comes in. */
export async function appendToFile(
  path: string,
  from: Progress,
  source: AsyncIterable<Buffer>,
  keep: Keep,
): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    if ((await file.stat()).size < from.offset) throw new AppError('upload-ticket-used');
    await grow(file, from.offset, source, keep);
  } finally {
    await file.close();
  }
}

async function grow(
  file: FileHandle,
  from: number,
  source: AsyncIterable<Buffer>,
  keep: Keep,
): Promise<void> {
  let at = from;
  let kept = from;
  let underWay = Promise.resolve();
  let keeping: Promise<void> | undefined;
  /** What was written so far is safe, and known to be. */
  const keepWritten = async () => {
    const [writing, upTo] = [underWay, at];
    if (upTo === kept) return;
    await writing;
    await file.datasync();
    kept = upTo;
    await keep({ offset: upTo, parts: { sent: [] }, tail: null });
  };
  let held: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    await underWay;
    if (size > 0) underWay = quiet(writeAll(file, held, at));
    at += size;
    held = [];
    size = 0;
  };
  try {
    for await (const chunk of source) {
      held.push(chunk);
      size += chunk.length;
      if (size < BLOCK) continue;
      await flush();
      if (at - kept < SYNC_EVERY) continue;
      // The disk works on it while the next comes in.
      await keeping;
      keeping = quiet(keepWritten());
    }
  } finally {
    // Of a source that failed, too, what came stays.
    await flush();
    await keeping;
    await keepWritten();
  }
}

/** A write may take less than it was given, as on a full disk. */
async function writeAll(file: FileHandle, block: Buffer[], at: number): Promise<void> {
  const size = block.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(block, at);
  if (bytesWritten === size) return;
  const rest = Buffer.concat(block, size).subarray(bytesWritten);
  const { bytesWritten: more } = await file.write(rest, 0, rest.length, at + bytesWritten);
  if (more < rest.length) await writeAll(file, [rest.subarray(more)], at + bytesWritten + more);
}
