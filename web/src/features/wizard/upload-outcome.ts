import { texts } from './texts.ts';
import type { UploadFailureView } from './upload-failure.ts';
import type { LocalHash, UploadSession } from './upload-session.ts';

const t = texts.upload;

/** What the screen may say once the registration was read. */
export interface UploadOutcome {
  /** The browser's hash, when it is of the file that the server holds. */
  readonly local: LocalHash | null;
  /** How that file came to be there, when its upload seemed to have failed. */
  readonly note: string | null;
  /** Of an upload whose file the server does not hold. */
  readonly failure: UploadFailureView | null;
}

/**
 * Sets what became of an upload beside the hash that the server says it holds: a file is taken for stored by the
 * server's word alone, whatever the upload's own end was.
 */
export function outcomeOf(session: UploadSession | null, sha256: string | null): UploadOutcome {
  const nothing = { local: null, note: null, failure: null };
  if (session === null || session.phase === 'sending' || session.phase === 'asking') return nothing;
  const { localHash, failure, answer } = session;
  if (session.phase === 'stored') {
    // It may have been replaced from elsewhere since.
    return { ...nothing, local: answer !== null && answer.sha256 === sha256 ? localHash : null };
  }
  const arrived = typeof localHash === 'object' && 'hash' in localHash && localHash.hash === sha256;
  return arrived ? { ...nothing, local: localHash, note: noteOf(failure) } : { ...nothing, failure };
}

function noteOf(failure: UploadFailureView | null): string {
  if (failure === null) return t.storedThoughCancelled;
  return failure.superseded ? t.storedByOther : t.storedThoughFailed;
}
