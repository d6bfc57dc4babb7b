import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { wordsOf } from '../../lib/words.ts';

interface Wanted {
  /** The path must contain all these words, in any order. */
  readonly text: string;
  readonly onlyWarned: boolean;
}

/** The files that match the search. @param paths paths of all files, without accents and in lower case */
export function filesWanted(
  files: readonly ArchiveFile[],
  paths: readonly string[],
  { text, onlyWarned }: Wanted,
): readonly ArchiveFile[] {
  const words = wordsOf(text);
  if (words.length === 0 && !onlyWarned) return files;
  return files.filter(
    ({ warning }, index) =>
      (!onlyWarned || warning !== null) && words.every((word) => paths[index]?.includes(word)),
  );
}

/**
 * Number of loaded pages to use for the tree. Pages arrive one by one, but the tree is rebuilt only when their number
 * has doubled and when the list is complete.
 */
export const pagesShown = (loaded: number, isWhole: boolean): number =>
  isWhole || loaded === 0 ? loaded : 2 ** Math.floor(Math.log2(loaded));
