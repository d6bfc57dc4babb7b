import { texts } from './texts.ts';
import type { UploadFailureView } from './upload-failure.ts';
import type { LocalHash, UploadSession } from './upload-session.ts';

const t = texts.upload;

export const hashOf = (local: LocalHash | null): string | null =>
  local !== null && typeof local === 'object' && 'hash' in local ? local.hash : null;

/**
 * What to show after the registration was read again: the browser's hash of the stored file, and how it was stored
 * although its upload seemed to fail; else that failure. Only the server's hash decides, not how the upload ended.
 */
export function outcomeOf(session: UploadSession | null, sha256: string | null) {
  const nothing = { local: null, note: null, failure: null };
  if (session === null || session.phase === 'sending' || session.phase === 'asking') return nothing;
  const { localHash, failure, answer } = session;
  if (session.phase === 'stored') {
    // Another upload may have replaced the file since.
    return { ...nothing, local: answer !== null && answer.sha256 === sha256 ? localHash : null };
  }
  const arrived = sha256 !== null && hashOf(localHash) === sha256;
  return arrived ? { ...nothing, local: localHash, note: noteOf(failure) } : { ...nothing, failure };
}

function noteOf(failure: UploadFailureView | null): string {
  if (failure === null) return t.storedThoughCancelled;
  return failure.superseded ? t.storedByOther : t.storedThoughFailed;
}
