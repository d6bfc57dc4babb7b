/** Warnings about a deposited ZIP, most severe first. None prevents a registration. */
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

/** State of a file compared with an earlier deposit of the same registration. */
export const ARCHIVE_CHANGES = ['added', 'removed', 'changed'] as const;
export type ArchiveChange = (typeof ARCHIVE_CHANGES)[number];

/** State of a file compared with another version of the program. */
export const VERSION_CHANGES = [...ARCHIVE_CHANGES, 'unchanged'] as const;
export type VersionChange = (typeof VERSION_CHANGES)[number];

export type ArchiveContents = {
  files: number;
  /** Unpacked size. */
  bytes: number;
  /** Sorted by bytes, largest first. */
  languages: { name: string; files: number; bytes: number }[];
  /** Most severe first. */
  warnings: string[];
  /** Merkle root of the manifest, lower-case hex. */
  root: string;
};

/** The contents, or the error code that prevented the analysis. */
export type ArchiveInspection = { contents: ArchiveContents | null; problem: string | null };
