import { type FileProof, inManifestOrder, proveFile } from '@g2/proof/manifest';
import { AppError } from '@g2/terms/errors';

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
 * @throws AppError not-found when no file with a hash has this path
 */
export function proveArchiveFile(files: readonly ProvableFile[], path: string): ArchiveProof {
  const hashed = files.flatMap(({ sha256, ...file }) => (sha256 === null ? [] : [{ ...file, sha256 }]));
  const file = inManifestOrder(hashed).find((one) => one.path === path);
  if (file === undefined) throw new AppError('not-found');
  return { ...proveFile(hashed, path), size: file.size };
}
