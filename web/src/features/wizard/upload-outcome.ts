import { texts } from './texts.ts';
import type { UploadFailureView } from './upload-failure.ts';
import type { LocalHash, UploadSession } from './upload-session.ts';

const t = texts.upload;

/** What to show after the registration was read again. */
export interface UploadOutcome {
  /** The browser's hash, if it belongs to the file that the server stores. */
  readonly local: LocalHash | null;
  /** How the file was stored although its upload seemed to fail. */
  readonly note: string | null;
  /** Failure of an upload if the server does not store its file. */
  readonly failure: UploadFailureView | null;
}

/**
 * Compares an upload with the hash that the server stores. Only the server's hash decides whether the file is stored,
 * not how the upload itself ended.
 */
export function outcomeOf(session: UploadSession | null, sha256: string | null): UploadOutcome {
  const nothing = { local: null, note: null, failure: null };
  if (session === null || session.phase === 'sending' || session.phase === 'asking') return nothing;
  const { localHash, failure, answer } = session;
  if (session.phase === 'stored') {
    // Another upload may have replaced the file since.
    return { ...nothing, local: answer !== null && answer.sha256 === sha256 ? localHash : null };
  }
  const arrived = typeof localHash === 'object' && 'hash' in localHash && localHash.hash === sha256;
  return arrived ? { ...nothing, local: localHash, note: noteOf(failure) } : { ...nothing, failure };
}

function noteOf(failure: UploadFailureView | null): string {
  if (failure === null) return t.storedThoughCancelled;
  return failure.superseded ? t.storedByOther : t.storedThoughFailed;
}
