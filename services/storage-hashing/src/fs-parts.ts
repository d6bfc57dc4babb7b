import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '@g2/terms/errors';
import type { Keep, Progress } from './objects.ts';

/** Bytes of one write. */
const BLOCK = 1024 * 1024;
/** What a power cut may cost at most, bytes. */
const SYNC_EVERY = 16 * BLOCK;

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
  const keepAll = async () => {
    await underWay;
    if (at === kept) return;
    await file.datasync();
    kept = at;
    await keep({ offset: at, parts: { sent: [] }, tail: null });
  };
  const write = (block: Buffer[], size: number) => {
    underWay = writeAll(file, block, at);
    // It is awaited later; a failure meanwhile is no unhandled one.
    underWay.catch(() => {});
    at += size;
  };
  let held: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    await underWay;
    if (size > 0) write(held, size);
    held = [];
    size = 0;
  };
  try {
    for await (const chunk of source) {
      held.push(chunk);
      size += chunk.length;
      if (size >= BLOCK) await flush();
      if (at - kept >= SYNC_EVERY) await keepAll();
    }
  } finally {
    // Of a source that failed, too, what came stays.
    await flush();
    await keepAll();
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
