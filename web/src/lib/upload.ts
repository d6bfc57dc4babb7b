import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { answered } from './call.ts';
import { errorFrom, reportStatus, traceparent } from './http.ts';
import { identityHeaders } from './identity.ts';

/**
 * `changed`: it is not the file whose upload was to go on; `unreadable`: the browser cannot read it any more; `gone`: the
 * server has forgotten what it had received.
 */
export type UploadFailure = 'parse' | 'send' | 'network' | 'aborted' | 'changed' | 'unreadable' | 'gone';

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
export const ANSWER_WITHIN_MS = 150_000;

/**
 * How an upload's line stands: `preparing` before a byte is sent, `offline` when it broke and `away` when the server
 * cannot take it now, both of which are tried again; `paused` and `signed-out` wait for the person.
 */
export type UploadLine = 'preparing' | 'moving' | 'offline' | 'away' | 'paused' | 'signed-out';

export interface UploadEvents {
  /** Bytes sent of the file; less than before where the server received less than had been sent. */
  readonly onProgress: (sent: number) => void;
  readonly onLine: (line: UploadLine) => void;
  /** The server keeps what it receives, under this path; `sha256` is the one it was told, lower-case hex. */
  readonly onKept: (url: string, sha256: string | null) => void;
}

/** An upload on its way, whichever way it goes. */
export interface UploadHandle {
  /** Rejects with HttpError (the server said why) or UploadError. */
  readonly done: Promise<UploadAnswer>;
  /** Cuts the line, for good. */
  readonly abort: () => void;
  /** Of an upload that can be left and taken up again; null: a cut ends it. */
  readonly resumable: {
    readonly hold: (line: 'paused' | 'signed-out') => void;
    /** Goes on where it was held, or tries again at once. */
    readonly goOn: () => void;
    /** Has the server forget what it received. */
    readonly discard: () => void;
  } | null;
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
  return { done, abort: () => xhr.abort(), resumable: null };
}

/** True of an error body that says why. */
export function hasMessage(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
  } catch {
    return false;
  }
}
