import type { ArchiveWarning } from '@g2/terms/archive';
import { caseFoldedPath } from './names.ts';

/** Returns a function that warns of paths that occur twice or differ only by case. */
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
