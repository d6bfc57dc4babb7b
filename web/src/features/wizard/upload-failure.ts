import { MAX_UPLOAD_BYTES } from '@g2/gateway/contract/constants';
import { UPLOAD_MESSAGES } from '@g2/gateway/contract/registrations';
import { HttpError } from '../../lib/failures.ts';
import { UploadError } from '../../lib/upload.ts';
import { texts } from './texts.ts';

/** Why an upload failed, and what can be done about it. */
export interface UploadFailureView {
  readonly text: string;
  /** Whether a retry with the same file may succeed. */
  readonly canRetry: boolean;
  /** Advice to the user; null when there is none. */
  readonly advice: string | null;
  /** Set when the file is already registered; the id is null for another account's registration (api-rules R5). */
  readonly duplicate: { readonly ownRegistrationId: string | null } | null;
  /** Whether a later upload of the same registration replaced this upload. */
  readonly isSuperseded: boolean;
  /** Whether the server may have stored the file, or may still store it. */
  readonly isOutcomeUnknown: boolean;
  /** Whether the cached registration may be outdated and must be refetched. */
  readonly needsRefetch: boolean;
}

const unansweredFailure = (text: string): UploadFailureView => ({
  text,
  canRetry: true,
  advice: null,
  duplicate: null,
  isSuperseded: false,
  isOutcomeUnknown: true,
  needsRefetch: true,
});

export const SESSION_ENDED = unansweredFailure(texts.upload.sessionEnded);

/** Failure of an upload that sent nothing. */
export const unsentFailure = (text: string): UploadFailureView => ({
  ...unansweredFailure(text),
  canRetry: false,
  advice: texts.upload.chooseAnother,
  isOutcomeUnknown: false,
  needsRefetch: false,
});

/** Describes a failed upload with the server's message, or with a text of spec §8 if there is none. */
export function failureOf(error: unknown): UploadFailureView {
  if (error instanceof HttpError) return refusedFailure(error);
  if (!(error instanceof UploadError)) return unansweredFailure(texts.errors.uploadFailed);
  if (error.failure === 'parse') return unansweredFailure(texts.errors.uploadResponseInvalid);
  if (error.failure === 'gone')
    return { ...unansweredFailure(texts.errors.uploadDataLost), isOutcomeUnknown: false };
  if (error.failure === 'changed')
    return { ...unsentFailure(texts.errors.uploadFileChanged), canRetry: true, advice: null };
  if (error.failure === 'unreadable') return unsentFailure(texts.errors.uploadFileUnreadable);
  return unansweredFailure(
    error.failure === 'network' ? texts.errors.uploadNetworkFailed : texts.errors.uploadFailed,
  );
}

/** Describes an error response of the server. */
function refusedFailure({ status, code, message, body }: HttpError): UploadFailureView {
  const isDuplicate = code === 'duplicate-file';
  const isSuperseded = code === 'upload-superseded';
  const ownRegistrationId = typeof body.registrationId === 'string' ? body.registrationId : null;
  const isOutcomeUnknown = status >= 500 || status === 408;
  // `hash-mismatch`: bytes damaged in transit; a retry may succeed.
  const canRetry = isOutcomeUnknown || status === 401 || status === 429 || code === 'hash-mismatch';
  const isOthersFile = isDuplicate && ownRegistrationId === null;
  const otherFileAdvice = isOthersFile ? texts.upload.duplicateOfOtherAccount : texts.upload.chooseAnother;
  return {
    text: message,
    canRetry,
    advice: canRetry || isSuperseded ? null : otherFileAdvice,
    duplicate: isDuplicate ? { ownRegistrationId } : null,
    isSuperseded,
    isOutcomeUnknown,
    needsRefetch: isOutcomeUnknown || status === 404 || (status === 409 && !isDuplicate),
  };
}

/** Title and text of the reason why a file cannot be sent; null when it can be sent (spec §5). */
export function fileProblem(file: Pick<File, 'name' | 'size'> | null) {
  if (file === null) return UPLOAD_MESSAGES.missing;
  if (!file.name.toLowerCase().endsWith('.zip')) return UPLOAD_MESSAGES.wrongType;
  if (file.size === 0) return UPLOAD_MESSAGES.empty;
  return file.size > MAX_UPLOAD_BYTES ? UPLOAD_MESSAGES.tooLarge : null;
}
