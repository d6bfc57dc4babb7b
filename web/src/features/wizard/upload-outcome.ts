import { texts } from './texts.ts';
import type { UploadFailureView } from './upload-failure.ts';
import type { LocalHash, UploadSession } from './upload-session.ts';

const t = texts.upload;

export const computedHashOf = (localHash: LocalHash | null): string | null =>
  localHash !== null && typeof localHash === 'object' && 'hash' in localHash ? localHash.hash : null;

/**
 * Returns what the upload step shows about an ended upload: the browser's hash if the server stores the file, with a
 * note if the upload seemed to fail; otherwise the failure. `sha256` is the hash of the file that the server stores.
 */
export function outcomeOf(session: UploadSession | null, sha256: string | null) {
  const emptyOutcome = { localHash: null, note: null, failure: null };
  if (session === null || session.phase === 'sending' || session.phase === 'verifying') return emptyOutcome;
  const { localHash, failure, answer } = session;
  if (session.phase === 'stored') {
    // Another upload may have replaced the file since.
    return { ...emptyOutcome, localHash: answer !== null && answer.sha256 === sha256 ? localHash : null };
  }
  const isStored = sha256 !== null && computedHashOf(localHash) === sha256;
  return isStored ? { ...emptyOutcome, localHash, note: storedNote(failure) } : { ...emptyOutcome, failure };
}

function storedNote(failure: UploadFailureView | null): string {
  if (failure === null) return t.storedDespiteCancel;
  return failure.isSuperseded ? t.storedByLaterUpload : t.storedDespiteFailure;
}
