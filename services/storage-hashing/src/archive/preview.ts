import { basename } from 'node:path/posix';
import { PREVIEW_BYTES } from '@g2/terms/limits';
import { firstBytes } from './content.ts';
import type { ArchiveFile } from './findings.ts';
import { readLocalHeader } from './local-header.ts';
import { textOf } from './text.ts';
import { type ReadAt, WindowedReader } from './windowed-reader.ts';

/** Read window, bytes; most files are smaller. */
const WINDOW_BYTES = 64 * 1024;

export type Preview = {
  /** First 256 KiB of the unpacked file. */
  bytes: Buffer;
  /** Decoded text; undefined for a binary. */
  text: string | undefined;
  isWhole: boolean;
};

/** @param size of the deposit, bytes @throws AppError file-not-read (compression), zip-damaged; errors of `read` */
export async function readPreview(
  read: ReadAt,
  size: number,
  entry: Pick<ArchiveFile, 'path' | 'place'>,
): Promise<Preview> {
  const file = new WindowedReader(read, size, WINDOW_BYTES);
  const { dataAt } = await readLocalHeader(file, entry.place.at, entry.path);
  const bytes = await firstBytes(file, entry, dataAt, PREVIEW_BYTES);
  return { bytes, text: textOf(bytes), isWhole: bytes.length === entry.place.size };
}

const README = /^(readme|leia[-_ ]?me)(\.(md|markdown|txt|rst|adoc))?$/i;
const depthOf = (path: string): number => path.split('/').length;
const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

/** The README nearest the root; at equal depth, Markdown is preferred. */
export function readmeOf(paths: Iterable<string>): string | undefined {
  let best: string | undefined;
  for (const path of paths) {
    if (!README.test(basename(path))) continue;
    const nearer = best === undefined ? -1 : depthOf(path) - depthOf(best);
    if (best === undefined || nearer < 0 || (nearer === 0 && isMarkdown(path) && !isMarkdown(best)))
      best = path;
  }
  return best;
}
