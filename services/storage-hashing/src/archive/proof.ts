import { type FileProof, inManifestOrder, proveFile } from '@g2/proof/manifest';
import { AppError } from '@g2/terms/errors';

/** Said of a path that no file of a deposit has. */
export const NO_FILE = 'Este arquivo não está no ZIP.';

/** What a manifest is made of, as it is kept of every file. */
export type ProvableFile = { path: string; size: number; sha256: string | null };

/** Shows that one file is of the deposit, and nothing of the others; checked by @g2/proof/manifest. */
export type ArchiveProof = FileProof & {
  /** Of the file, bytes. */
  size: number;
};

/**
 * Proves one file of a deposit.
 * @param files all of them, in any order
 * @throws AppError not-found when no file has this path; file-not-read when only such do that have no hash
 */
export function proveArchiveFile(files: readonly ProvableFile[], path: string): ArchiveProof {
  const hashed = files.flatMap(({ sha256, ...file }) => (sha256 === null ? [] : [{ ...file, sha256 }]));
  const file = inManifestOrder(hashed).find((one) => one.path === path);
  if (file === undefined) {
    const isThere = files.some((one) => one.path === path);
    throw isThere ? new AppError('file-not-read') : new AppError('not-found', { message: NO_FILE });
  }
  return { ...proveFile(hashed, path), size: file.size };
}
