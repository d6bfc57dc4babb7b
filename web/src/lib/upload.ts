import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { answered } from './call.ts';
import { errorFrom, reportStatus, traceparent } from './http.ts';
import { identityHeaders } from './identity.ts';

export type UploadFailure = 'parse' | 'send' | 'network' | 'aborted';

/** An upload that failed without a message of the server's own. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly failure: UploadFailure;

  constructor(failure: UploadFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** How long the server may take once it has the whole file, ms: longer than it waits for its own parts. */
const ANSWER_WITHIN_MS = 150_000;

export interface UploadHandle {
  readonly done: Promise<UploadAnswer>;
  readonly abort: () => void;
}

/**
 * Sends a file as the raw body of one request: XMLHttpRequest, because fetch tells nothing of an upload's progress.
 * `onProgress` gets the bytes sent. Rejects with HttpError (the server said why) or UploadError.
 */
export function uploadFile(path: string, file: File, onProgress: (sent: number) => void): UploadHandle {
  const xhr = new XMLHttpRequest();
  const done = new Promise<UploadAnswer>((resolve, reject) => {
    xhr.open('POST', path);
    xhr.withCredentials = true;
    xhr.setRequestHeader('accept', 'application/json');
    xhr.setRequestHeader('traceparent', traceparent());
    xhr.setRequestHeader('content-type', 'application/zip');
    xhr.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    for (const [name, id] of Object.entries(identityHeaders())) xhr.setRequestHeader(name, id);
    xhr.upload.onprogress = (event) => onProgress(event.loaded);
    // A line that fell silent tells nobody.
    let late: ReturnType<typeof setTimeout> | undefined;
    const silent = () => {
      reject(new UploadError('network'));
      xhr.abort();
    };
    xhr.upload.onload = () => {
      late = setTimeout(silent, ANSWER_WITHIN_MS);
    };
    xhr.onloadend = () => clearTimeout(late);
    xhr.onerror = () => reject(new UploadError('network'));
    xhr.onabort = () => reject(new UploadError('aborted'));
    xhr.onload = () => {
      if (xhr.status < 200 || xhr.status > 299) {
        reportStatus(xhr.status, 'POST', path, xhr.responseText);
        reject(
          hasMessage(xhr.responseText)
            ? errorFrom(xhr.status, xhr.statusText, xhr.responseText)
            : new UploadError('send'),
        );
        return;
      }
      try {
        resolve(answered(fileRoutes.uploadFile, JSON.parse(xhr.responseText)));
      } catch {
        reject(new UploadError('parse'));
      }
    };
    xhr.send(file);
  });
  return { done, abort: () => xhr.abort() };
}

function hasMessage(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
  } catch {
    return false;
  }
}
