import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { wordsOf } from '../../lib/words.ts';

interface Wanted {
  /** Words that the path has all of, in any order. */
  readonly text: string;
  readonly onlyWarned: boolean;
}

/**
 * The files that are looked for.
 * @param paths of all files, folded
 */
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
 * How many of the pages that have come are made a tree of: as they come one by one, it is made anew for each time that
 * there are twice as many, and for the last.
 */
export const pagesShown = (loaded: number, isWhole: boolean): number =>
  isWhole || loaded === 0 ? loaded : 2 ** Math.floor(Math.log2(loaded));
