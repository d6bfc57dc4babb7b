import { HttpError } from './failures.ts';
import { request } from './http.ts';
import type { SavedUpload } from './saved-uploads.ts';

/** State of a registration's latest upload, as the server reports it (api-rules X5). */
export interface UploadState {
  readonly state: 'none' | 'receiving' | 'checking' | 'stored' | 'refused' | 'superseded';
  /** Bytes received so far; `size` is the total. */
  readonly offset: number;
  readonly size: number | null;
  readonly fileName: string | null;
  /** The hash that the browser announced; after storing, the hash of the stored file. */
  readonly sha256: string | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export const readUploadState = (registrationId: string, signal?: AbortSignal): Promise<UploadState> =>
  request('GET', `/api/registrations/${registrationId}/upload`, signal && { signal }) as Promise<UploadState>;

/** Refusals caused by the registration's state or by another upload (409); any other is a fault of the file (400). */
const CONFLICT_CODES = ['upload-superseded', 'duplicate-file', 'not-editable', 'too-many-unpaid'];

const refusal = (code: string, message: string): HttpError =>
  new HttpError(CONFLICT_CODES.includes(code) ? 409 : 400, message, { code, message });

export const SUPERSEDED_ERROR = refusal(
  'upload-superseded',
  'Este envio foi substituído por outro mais recente.',
);

/** The error for a refused or superseded upload, as if the upload request had returned it; else null. */
export function refusalOfState({ state, problem }: Pick<UploadState, 'state' | 'problem'>): HttpError | null {
  if (state === 'superseded') return SUPERSEDED_ERROR;
  return state === 'refused' ? refusal(problem?.code ?? '', problem?.message ?? '') : null;
}

/** Like `refusalOfState`, but returns SUPERSEDED_ERROR if the server's latest upload is not this upload. */
export function resumeRefusal(upload: SavedUpload, serverState: UploadState): HttpError | null {
  const isOtherUpload =
    (serverState.state === 'receiving' || serverState.state === 'stored') &&
    (serverState.size !== upload.size ||
      serverState.fileName !== upload.fileName ||
      (serverState.sha256 !== null && upload.sha256 !== null && serverState.sha256 !== upload.sha256));
  return isOtherUpload ? SUPERSEDED_ERROR : refusalOfState(serverState);
}
