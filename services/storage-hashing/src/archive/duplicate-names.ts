import type { ArchiveWarning } from '@g2/terms/archive';
import { caseFoldedPath } from './names.ts';

/** Finds exact duplicates, and paths that are equal on case-insensitive systems. */
export function duplicateNames(paths: Iterable<string>): (path: string) => ArchiveWarning | undefined {
  const exact = new Set<string>();
  const twice = new Set<string>();
  const folded = new Set<string>();
  const similar = new Set<string>();
  for (const path of paths) {
    const key = caseFoldedPath(path);
    if (exact.has(path)) twice.add(path);
    else if (folded.has(key)) similar.add(key);
    exact.add(path);
    folded.add(key);
  }
  return (path) => {
    if (twice.has(path)) return 'duplicate-name';
    return similar.size > 0 && similar.has(caseFoldedPath(path)) ? 'similar-names' : undefined;
  };
}
