import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { wordsOf } from '../../lib/words.ts';

/** Files whose path has all words of the search. @param paths of all files, without accents and in lower case */
export function matchingFiles(
  files: readonly ArchiveFile[],
  paths: readonly string[],
  { text, onlyWarned }: { text: string; onlyWarned: boolean },
): readonly ArchiveFile[] {
  const words = wordsOf(text);
  if (words.length === 0 && !onlyWarned) return files;
  return files.filter(
    ({ warning }, index) =>
      (!onlyWarned || warning !== null) && words.every((word) => paths[index]?.includes(word)),
  );
}

/** Loaded pages to show: the tree is rebuilt only when their number has doubled and when the list is complete. */
export const pagesShown = (loaded: number, isWhole: boolean): number =>
  isWhole || loaded === 0 ? loaded : 2 ** Math.floor(Math.log2(loaded));
