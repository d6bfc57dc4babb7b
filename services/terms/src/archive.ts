/**
 * What a look into a deposited ZIP may find that its owner should know; none of it stands in the way of a registration.
 * In the order of weight: of several for one file, the first is told.
 */
export const ARCHIVE_WARNINGS = [
  'private-key',
  'env-file',
  'unsupported-method',
  'executable',
  'link',
  'special-file',
  'duplicate-name',
  'similar-names',
  'name-changed',
  'name-guessed',
  'dependencies',
  'only-binaries',
  'no-source',
  'hidden-bytes',
] as const;
export type ArchiveWarning = (typeof ARCHIVE_WARNINGS)[number];

/** What a file of a deposit is against an earlier deposit of the registration. */
export const ARCHIVE_CHANGES = ['added', 'removed', 'changed'] as const;
export type ArchiveChange = (typeof ARCHIVE_CHANGES)[number];

/** What became of a file from one version of a program to another. */
export const VERSION_CHANGES = [...ARCHIVE_CHANGES, 'unchanged'] as const;
export type VersionChange = (typeof VERSION_CHANGES)[number];

/** What a look into a deposited ZIP found. */
export type ArchiveContents = {
  files: number;
  /** Unpacked. */
  bytes: number;
  /** The most bytes first. */
  languages: { name: string; files: number; bytes: number }[];
  /** The gravest first. */
  warnings: string[];
  /** Merkle root of the manifest, lower-case hex. */
  root: string;
};

/** That, or the code of what stood in its way. */
export type Looked = { contents: ArchiveContents | null; problem: string | null };
