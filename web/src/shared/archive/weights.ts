import type { ArchiveWarning } from '@g2/gateway/contract/archive';

/** Severity of a warning. `grave`: possible harm; `attention`: possible mistake; `note`: information only. */
export type Severity = 'grave' | 'attention' | 'note';

const SEVERITIES: Readonly<Record<ArchiveWarning, Severity>> = {
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
export const severityOf = (code: string): Severity =>
  (SEVERITIES as Readonly<Record<string, Severity>>)[code] ?? 'attention';

const SEVERITY_ORDER: readonly Severity[] = ['grave', 'attention', 'note'];

/** Sorts codes by severity, the most severe first. Codes of equal severity keep their order. */
export const sortBySeverity = (codes: readonly string[]): string[] =>
  codes.toSorted((a, b) => SEVERITY_ORDER.indexOf(severityOf(a)) - SEVERITY_ORDER.indexOf(severityOf(b)));
