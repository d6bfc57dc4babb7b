import type { ArchiveWarning } from '@g2/gateway/contract/archive';

/** Severity of a warning: `grave` may do harm, `attention` may be a mistake, `note` is only informative. */
export type Weight = 'grave' | 'attention' | 'note';

const WEIGHTS: Readonly<Record<ArchiveWarning, Weight>> = {
  'private-key': 'grave',
  'env-file': 'grave',
  'unsupported-method': 'attention',
  executable: 'attention',
  link: 'attention',
  'special-file': 'attention',
  'duplicate-name': 'attention',
  'similar-names': 'note',
  'name-changed': 'note',
  'name-guessed': 'note',
  dependencies: 'attention',
  'only-binaries': 'attention',
  'no-source': 'attention',
  'hidden-bytes': 'attention',
};

/** Severity of a warning code; `attention` for a code that this release does not know. */
export const weightOf = (code: string): Weight =>
  (WEIGHTS as Readonly<Record<string, Weight>>)[code] ?? 'attention';

const ORDER: readonly Weight[] = ['grave', 'attention', 'note'];

/** Sorts codes by severity, the most severe first; codes of equal severity keep their order. */
export const byWeight = (codes: readonly string[]): string[] =>
  codes.toSorted((a, b) => ORDER.indexOf(weightOf(a)) - ORDER.indexOf(weightOf(b)));
