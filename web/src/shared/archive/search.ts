import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { wordsOf } from '../../lib/words.ts';

/** Files with all words of the search in their path. @param paths of `files`, in lower case and without accents */
export function matchingFiles(
  files: readonly ArchiveFile[],
  paths: readonly string[],
  { text, onlyWithWarning }: { text: string; onlyWithWarning: boolean },
): readonly ArchiveFile[] {
  const words = wordsOf(text);
  if (words.length === 0 && !onlyWithWarning) return files;
  return files.filter(
    ({ warning }, index) =>
      (!onlyWithWarning || warning !== null) && words.every((word) => paths[index]?.includes(word)),
  );
}

/** How many of the loaded pages to show: to rebuild the tree rarely, a power of two until all pages are loaded. */
export const shownPageCount = (loadedCount: number, isWhole: boolean): number =>
  isWhole || loadedCount === 0 ? loadedCount : 2 ** Math.floor(Math.log2(loadedCount));
