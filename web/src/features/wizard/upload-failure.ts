import { HttpError } from '../../lib/http.ts';
import { UploadError } from '../../lib/upload.ts';
import { texts } from './texts.ts';

/** Why an upload failed, and what can be done about it. */
export interface UploadFailureView {
  readonly text: string;
  /** Sending the same file again may help; a refused file will be refused again. */
  readonly retry: boolean;
  /** The file is registered already: one's own other registration, or somebody's that is not named (contract rule 5). */
  readonly duplicate: { readonly ownId: string | null } | null;
  /** The registration itself is gone or no longer open to changes. */
  readonly stale: boolean;
}

const plain = (text: string): UploadFailureView => ({ text, retry: true, duplicate: null, stale: false });

export const SESSION_ENDED = plain(texts.upload.sessionEnded);

/** Reads a failed upload: the server's message, else one of spec §8's. */
export function failureOf(error: unknown): UploadFailureView {
  if (error instanceof HttpError) return refusalOf(error);
  if (!(error instanceof UploadError)) return plain(texts.errors.uploadSend);
  if (error.failure === 'parse') return plain(texts.errors.uploadParse);
  return plain(error.failure === 'network' ? texts.errors.uploadNetwork : texts.errors.uploadSend);
}

function refusalOf(error: HttpError): UploadFailureView {
  const duplicate = error.code === 'duplicate-file';
  const ownId = typeof error.body.registrationId === 'string' ? error.body.registrationId : null;
  return {
    text: error.message,
    retry: error.status >= 500 || error.status === 401 || error.status === 408 || error.status === 429,
    duplicate: duplicate ? { ownId } : null,
    stale: error.status === 404 || (error.status === 409 && !duplicate),
  };
}
