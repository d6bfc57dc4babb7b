import { classifyFailure } from '@g2/kit/failure-class';
import { AppError } from '@g2/terms/errors';
import { readDirectory } from '../archive/directory.ts';
import { LIMITS } from '../archive/limits.ts';
import { assertPathLengths } from '../archive/names.ts';
import { WindowedReader } from '../archive/windowed-reader.ts';
import type { Deps } from '../deps.ts';
import { readerOf } from '../objects/object-reader.ts';
import type { StoredObject, Upload } from '../store/uploads.ts';
import type { UploadReceipt, UploadTicket } from '../tickets.ts';
import type { Digest } from './digest.ts';

/** Validity of a receipt, s. After that the ticket has expired too, and the object is removed. */
const RECEIPT_SECONDS = 86_400;

export type StoredUpload = {
  receipt: string;
  sha256: string;
  /** Bytes. */
  size: number;
  fileName: string;
  entries: number;
};

type ReceivedBytes = {
  digest: Digest;
  /** SHA-256 declared by the client. */
  declared: string | undefined;
};

/** Ends every upload. @throws AppError hash-mismatch, upload-superseded, upload-ticket-used; those of directory.ts */
export async function finishUpload(
  deps: Deps,
  ticket: UploadTicket,
  key: string,
  { digest, declared }: ReceivedBytes,
): Promise<StoredUpload> {
  const { store, objects, clock } = deps;
  const { sha256, sha512, size } = digest;
  if (declared !== undefined && declared !== sha256) throw new AppError('hash-mismatch');
  const file = new WindowedReader(readerOf(objects, key), size);
  const listed = (await readDirectory(file, LIMITS, AbortSignal.timeout(LIMITS.ms))).entries;
  assertPathLengths(listed);
  const entries = listed.length;
  const unpacked = listed.reduce((sum, { place }) => sum + place.size, 0);
  const object = { key, sha256, sha512, size, entries, unpacked, createdAt: clock() };
  if (!(await store.uploads.recordStored(ticket, object))) {
    throw uploadRefusal(await store.uploads.find(ticket.jti));
  }
  return await signReceipt(deps, ticket, { key, sha256, sha512, size, entries });
}

export function uploadRefusal(upload: Upload | undefined): AppError {
  if (!upload) return new AppError('not-found');
  return new AppError(upload.refusal ?? 'upload-ticket-used');
}

/** Signs the receipt of an upload. A repeated call signs the same content. */
export async function signReceipt(
  { keys }: Pick<Deps, 'keys'>,
  ticket: UploadTicket,
  { key, sha256, sha512, size, entries }: StoredObject,
): Promise<StoredUpload> {
  const receipt: UploadReceipt = { ...ticket, objectKey: key, sha256, sha512, size, entries };
  const signed = await keys.sign('upload-receipt', receipt, RECEIPT_SECONDS);
  return { receipt: signed, sha256, size, fileName: ticket.fileName, entries };
}

/** After any error but a refusal a row may be committed, so the bytes stay until the ticket expires. */
export async function discardRefused(
  { objects, store, clock, log }: Deps,
  jti: string,
  key: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || classifyFailure(error) !== 'refused') return;
  try {
    await objects.remove(key);
    await store.uploads.recordRefused(jti, error.code, clock());
  } catch (fault) {
    log.warn({ err: fault, key }, 'refused bytes stay until their ticket expires');
  }
}
