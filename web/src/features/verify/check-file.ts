import type { FileCertificates, PublicCertificate } from '@g2/gateway/contract/certificates';
import { hashFile } from '../../lib/hash-file.ts';
import { failureOf, findByHash } from './api.ts';
import { pdfInBundle } from './bundle.ts';

/** What became of a file: its hash, computed here, and what that hash belongs to. The file itself goes nowhere. */
export interface CheckedFile {
  readonly name: string;
  readonly size: number;
  readonly hash: string;
  /** It is, byte by byte, the file that the certificate in question was issued for. */
  readonly isDeposited: boolean;
  /** Certificates that it belongs to. */
  readonly items: FileCertificates['items'];
  /** They were found by the PDF within it. */
  readonly isBundle: boolean;
  /** Why it is not known what else it belongs to. */
  readonly failure: 'limited' | 'away' | null;
}

interface Watch {
  readonly onProgress: (read: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Hashes a file and asks whose hash it is. A hash that is the certificate's own has been judged by that alone.
 * Throws where the file cannot be read; settles no more once it was aborted.
 */
export async function checkFile(
  file: File,
  certificate: Pick<PublicCertificate, 'sha256'> | null,
  watch: Watch,
): Promise<CheckedFile> {
  const { name, size } = file;
  const hash = await hashOf(file, watch);
  const known = { name, size, hash, isDeposited: false, items: [], isBundle: false, failure: null };
  if (hash === certificate?.sha256) return { ...known, isDeposited: true };
  try {
    const items = await findByHash(hash, watch.signal);
    if (items.length > 0) return { ...known, items };
    const pdf = await pdfInBundle(file);
    if (pdf === undefined) return known;
    const within = await findByHash(await hashOf(pdf, { ...watch, onProgress: () => {} }), watch.signal);
    return { ...known, items: within, isBundle: within.length > 0 };
  } catch (error) {
    return { ...known, failure: failureOf(error) };
  }
}

function hashOf(file: File, { onProgress, signal }: Watch): Promise<string> {
  const { done, stop } = hashFile(file, onProgress);
  signal.addEventListener('abort', stop);
  return done.finally(() => signal.removeEventListener('abort', stop));
}
