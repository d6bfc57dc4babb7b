import type { ArchiveWarning } from '@g2/gateway/contract/archive';

/** How much a warning matters: what may do harm, what may be a mistake, what is good to know. */
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

/** Of a code that this release does not know: one to look at. */
export const weightOf = (code: string): Weight =>
  (WEIGHTS as Readonly<Record<string, Weight>>)[code] ?? 'attention';

const ORDER: readonly Weight[] = ['grave', 'attention', 'note'];

/** The gravest first; of the same weight as they came. */
export const byWeight = (codes: readonly string[]): string[] =>
  codes.toSorted((a, b) => ORDER.indexOf(weightOf(a)) - ORDER.indexOf(weightOf(b)));
