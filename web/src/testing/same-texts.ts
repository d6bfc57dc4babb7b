/** Texts that are the same in Portuguese and English: names, examples and commands. */
export const SAME_TEXTS: ReadonlySet<string> = new Set([
  'G2 Software Registry',
  '© G2 Software Registry',
  'Page Not Found',
  'Site',
  'Software',
  'Linux',
  'macOS',
  'Windows',
  'G2-2026-000123-1ECC-7',
  '1ecc477b…8c943c06',
  "printf 'G2 Software Registry' | sha256sum",
]);
