import type { ArchiveWarning } from '@g2/terms/archive';
import { foldedPath } from './names.ts';

/** Finds exact duplicates, and paths that are equal on case-insensitive systems. */
export function sameNames(paths: Iterable<string>): (path: string) => ArchiveWarning | undefined {
  const exact = new Set<string>();
  const twice = new Set<string>();
  const folded = new Set<string>();
  const similar = new Set<string>();
  for (const path of paths) {
    const fold = foldedPath(path);
    if (exact.has(path)) twice.add(path);
    else if (folded.has(fold)) similar.add(fold);
    exact.add(path);
    folded.add(fold);
  }
  return (path) => {
    if (twice.has(path)) return 'duplicate-name';
    return similar.size > 0 && similar.has(foldedPath(path)) ? 'similar-names' : undefined;
  };
}
