import type { FileCertificates, PublicCertificate } from '@g2/gateway/contract/certificates';
import { unzip } from 'fflate';
import { hashFile } from '../../lib/hash-file.ts';
import { findByHash, lookupFailureOf } from './api.ts';

/** Result of checking a file by its hash, which is computed in the browser; the file is never uploaded. */
export interface CheckedFile {
  readonly name: string;
  readonly size: number;
  readonly hash: string;
  /** The file is identical to the one that the page's certificate was issued for. */
  readonly isDeposited: boolean;
  /** Certificates that were issued for this file, or whose PDF this file is or contains. */
  readonly certificates: FileCertificates['items'];
  /** The file is an evidence bundle; `certificates` were found by the PDF in it. */
  readonly isBundle: boolean;
  /** Why the lookup of certificates failed. */
  readonly failure: 'limited' | 'away' | null;
}

interface CheckOptions {
  readonly onProgress: (bytesRead: number) => void;
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
  const result = { name, size, hash, isDeposited: false, certificates: [], isBundle: false, failure: null };
  if (hash === certificate?.sha256) return { ...result, isDeposited: true };
  try {
    const certificates = await findByHash(hash, options.signal);
    if (certificates.length > 0) return { ...result, certificates };
    const pdf = await pdfInBundle(file);
    if (pdf === undefined) return result;
    const pdfHash = await hashOf(pdf, { ...options, onProgress: () => {} });
    const bundledCertificates = await findByHash(pdfHash, options.signal);
    return { ...result, certificates: bundledCertificates, isBundle: bundledCertificates.length > 0 };
  } catch (error) {
    return { ...result, failure: lookupFailureOf(error) };
  }
}

function hashOf(file: File, { onProgress, signal }: CheckOptions): Promise<string> {
  const { done, stop } = hashFile(file, onProgress);
  signal.addEventListener('abort', stop);
  return done.finally(() => signal.removeEventListener('abort', stop));
}

/** File name of the certificate's PDF in the evidence bundle. */
const PDF_NAME = 'certificado.pdf';
/** Bytes. The whole ZIP is read into memory; no evidence bundle is larger than this. */
const MAX_BUNDLE_BYTES = 32 * 1024 * 1024;
const MAX_PDF_BYTES = 16 * 1024 * 1024;

/** Extracts the certificate's PDF from an evidence bundle; undefined if the file is no such bundle. */
async function pdfInBundle(file: File): Promise<File | undefined> {
  if (file.size > MAX_BUNDLE_BYTES || !(await hasZipSignature(file))) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pdf = await new Promise<Uint8Array | undefined>((resolve) => {
    const filter = (entry: { name: string; originalSize: number }) =>
      entry.name === PDF_NAME && entry.originalSize <= MAX_PDF_BYTES;
    // An unreadable ZIP is treated like a ZIP without a certificate.
    unzip(bytes, { filter }, (error, entries) => resolve(error ? undefined : entries[PDF_NAME]));
  });
  return pdf && new File([new Uint8Array(pdf)], PDF_NAME);
}

async function hasZipSignature(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x50 && second === 0x4b;
}
