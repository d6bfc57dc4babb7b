import { MAX_UPLOAD_BYTES } from '@g2/gateway/contract/common';
import { UPLOAD_MESSAGES } from '@g2/gateway/contract/registrations';
import { HttpError } from '../../lib/failures.ts';
import { UploadError } from '../../lib/upload.ts';
import { texts } from './texts.ts';

/** Why an upload failed, and what can be done about it. */
export interface UploadFailureView {
  readonly text: string;
  /** A retry with the same file may help; a refused file would be refused again. */
  readonly retry: boolean;
  /** What to do instead, if anything. */
  readonly advice: string | null;
  /** The file is already registered: by the user's own registration, or by another account, unnamed (api-rules R5). */
  readonly duplicate: { readonly ownId: string | null } | null;
  /** A later upload for the same registration replaced this one. */
  readonly superseded: boolean;
  /** The server may have stored the file anyway, or may still do so. */
  readonly unknown: boolean;
  /** The cached registration may be outdated and must be refetched. */
  readonly reread: boolean;
}

const unanswered = (text: string): UploadFailureView => ({
  text,
  retry: true,
  advice: null,
  duplicate: null,
  superseded: false,
  unknown: true,
  reread: true,
});

export const SESSION_ENDED = unanswered(texts.upload.sessionEnded);

/** Failure of a file that is never sent. */
export const notSent = (text: string): UploadFailureView => ({
  ...unanswered(text),
  retry: false,
  advice: texts.upload.chooseAnother,
  unknown: false,
  reread: false,
});

/** Describes a failed upload: the server's message, else a text of spec §8. */
export function failureOf(error: unknown): UploadFailureView {
  if (error instanceof HttpError) return refusalOf(error);
  if (!(error instanceof UploadError)) return unanswered(texts.errors.uploadSend);
  if (error.failure === 'parse') return unanswered(texts.errors.uploadParse);
  if (error.failure === 'gone') return { ...unanswered(texts.errors.uploadGone), unknown: false };
  if (error.failure === 'changed')
    return { ...notSent(texts.errors.uploadChanged), retry: true, advice: null };
  if (error.failure === 'unreadable') return notSent(texts.errors.uploadUnreadable);
  return unanswered(error.failure === 'network' ? texts.errors.uploadNetwork : texts.errors.uploadSend);
}

function refusalOf({ status, code, message, body }: HttpError): UploadFailureView {
  const duplicate = code === 'duplicate-file';
  const superseded = code === 'upload-superseded';
  const ownId = typeof body.registrationId === 'string' ? body.registrationId : null;
  const unknown = status >= 500 || status === 408;
  // `hash-mismatch`: bytes damaged in transit; a retry may succeed.
  const retry = unknown || status === 401 || status === 429 || code === 'hash-mismatch';
  const another = duplicate && ownId === null ? texts.upload.duplicateOther : texts.upload.chooseAnother;
  return {
    text: message,
    retry,
    advice: retry || superseded ? null : another,
    duplicate: duplicate ? { ownId } : null,
    superseded,
    unknown,
    reread: unknown || status === 404 || (status === 409 && !duplicate),
  };
}

/** Title and text of the reason why a file cannot be sent; null when it can (spec §5). */
export function refusal(file: Pick<File, 'name' | 'size'> | null) {
  if (file === null) return UPLOAD_MESSAGES.missing;
  if (!file.name.toLowerCase().endsWith('.zip')) return UPLOAD_MESSAGES.wrongType;
  if (file.size === 0) return UPLOAD_MESSAGES.empty;
  return file.size > MAX_UPLOAD_BYTES ? UPLOAD_MESSAGES.tooLarge : null;
}
