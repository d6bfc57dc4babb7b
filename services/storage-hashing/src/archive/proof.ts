import type { SizedProof } from '@g2/proof/check-file';
import { inManifestOrder, proveFile } from '@g2/proof/manifest';
import { AppError } from '@g2/terms/errors';
import type { ArchiveFile } from './findings.ts';

export const UNKNOWN_FILE_TEXT = 'Este arquivo não está no ZIP.';

type ProvableFile = Pick<ArchiveFile, 'path' | 'size' | 'sha256'>;

/**
 * Proves one file of a deposit without revealing the others; verified by @g2/proof/manifest.
 * @throws AppError not-found for an unknown path; file-not-read when only files without a hash have the path
 */
export function proveArchiveFile(files: readonly ProvableFile[], path: string): SizedProof {
  const hashed = files.flatMap(({ sha256, ...file }) => (sha256 === null ? [] : [{ ...file, sha256 }]));
  const file = inManifestOrder(hashed).find((one) => one.path === path);
  if (file === undefined) {
    const exists = files.some((one) => one.path === path);
    throw exists ? new AppError('file-not-read') : new AppError('not-found', { message: UNKNOWN_FILE_TEXT });
  }
  return { ...proveFile(hashed, path), size: file.size };
}
