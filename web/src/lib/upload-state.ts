import { HttpError } from './failures.ts';
import { request } from './http.ts';
import type { RememberedUpload } from './remembered-uploads.ts';

/** What the server says of a registration's latest upload (api-rules X5). */
export interface UploadState {
  readonly state: 'none' | 'receiving' | 'checking' | 'stored' | 'refused' | 'superseded';
  /** Bytes received, of `size`. */
  readonly offset: number;
  readonly size: number | null;
  readonly fileName: string | null;
  /** As announced, and then as stored. */
  readonly sha256: string | null;
  /** Why it was refused. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export const readUploadState = (registrationId: string, signal?: AbortSignal): Promise<UploadState> =>
  request('GET', `/api/registrations/${registrationId}/upload`, signal && { signal }) as Promise<UploadState>;

/** Of what was there before, or came in between; anything else is wrong with the file itself. */
const CONFLICTS = ['upload-superseded', 'duplicate-file', 'not-editable', 'too-many-unpaid'];

const refusal = (code: string, message: string): HttpError =>
  new HttpError(CONFLICTS.includes(code) ? 409 : 400, message, { code, message });

export const SUPERSEDED = refusal('upload-superseded', 'Este envio foi substituído por outro mais recente.');

/** The refusal that such a state tells of, as if the upload itself had been answered with it. */
export function refusalIn({ state, problem }: Pick<UploadState, 'state' | 'problem'>): HttpError | null {
  if (state === 'superseded') return SUPERSEDED;
  return state === 'refused' ? refusal(problem?.code ?? '', problem?.message ?? '') : null;
}

/** The same for the upload that a browser remembers: the server speaks of the latest, which may be another by now. */
export function refusalOf(upload: RememberedUpload, now: UploadState): HttpError | null {
  const isOther =
    (now.state === 'receiving' || now.state === 'stored') &&
    (now.size !== upload.size ||
      now.fileName !== upload.fileName ||
      (now.sha256 !== null && upload.sha256 !== null && now.sha256 !== upload.sha256));
  return isOther ? SUPERSEDED : refusalIn(now);
}
