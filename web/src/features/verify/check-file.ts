import type { FileCertificates, PublicCertificate } from '@g2/gateway/contract/certificates';
import { unzip } from 'fflate';
import { hashFile } from '../../lib/hash-file.ts';
import { failureOf, findByHash } from './api.ts';

/** Result of checking a file by its hash, which is computed in the browser; the file is never uploaded. */
export interface CheckedFile {
  readonly name: string;
  readonly size: number;
  readonly hash: string;
  /** The file is identical to the one that the page's certificate was issued for. */
  readonly isDeposited: boolean;
  /** Certificates that the file belongs to. */
  readonly items: FileCertificates['items'];
  /** The file is an evidence bundle; `items` were found by the PDF in it. */
  readonly isBundle: boolean;
  /** Why the lookup of certificates failed. */
  readonly failure: 'limited' | 'away' | null;
}

interface CheckOptions {
  readonly onProgress: (read: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Hashes a file and looks up its certificates; no lookup if the hash is that of `certificate`.
 * @throws if the file cannot be read; never settles after an abort
 */
export async function checkFile(
  file: File,
  certificate: Pick<PublicCertificate, 'sha256'> | null,
  options: CheckOptions,
): Promise<CheckedFile> {
  const { name, size } = file;
  const hash = await hashOf(file, options);
  const known = { name, size, hash, isDeposited: false, items: [], isBundle: false, failure: null };
  if (hash === certificate?.sha256) return { ...known, isDeposited: true };
  try {
    const items = await findByHash(hash, options.signal);
    if (items.length > 0) return { ...known, items };
    const pdf = await pdfInBundle(file);
    if (pdf === undefined) return known;
    const within = await findByHash(await hashOf(pdf, { ...options, onProgress: () => {} }), options.signal);
    return { ...known, items: within, isBundle: within.length > 0 };
  } catch (error) {
    return { ...known, failure: failureOf(error) };
  }
}

function hashOf(file: File, { onProgress, signal }: CheckOptions): Promise<string> {
  const { done, stop } = hashFile(file, onProgress);
  signal.addEventListener('abort', stop);
  return done.finally(() => signal.removeEventListener('abort', stop));
}

/** File name of the certificate's PDF in the evidence bundle. */
const PDF_NAME = 'certificado.pdf';
/** Bytes. No evidence bundle is larger; limits the memory, because the ZIP is read whole. */
const MAX_BUNDLE_BYTES = 32 * 1024 * 1024;
const MAX_PDF_BYTES = 16 * 1024 * 1024;

/** Extracts the certificate's PDF from an evidence bundle; undefined when the file is not one. */
async function pdfInBundle(file: File): Promise<File | undefined> {
  if (file.size > MAX_BUNDLE_BYTES || !(await beginsAsZip(file))) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pdf = await new Promise<Uint8Array | undefined>((resolve) => {
    const filter = (one: { name: string; originalSize: number }) =>
      one.name === PDF_NAME && one.originalSize <= MAX_PDF_BYTES;
    // An unreadable ZIP counts as one without a certificate.
    unzip(bytes, { filter }, (error, found) => resolve(error ? undefined : found[PDF_NAME]));
  });
  return pdf && new File([new Uint8Array(pdf)], PDF_NAME);
}

async function beginsAsZip(file: File): Promise<boolean> {
  const [p, k] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return p === 0x50 && k === 0x4b;
}
