import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { typedAnswer } from './call.ts';
import type { HttpError } from './failures.ts';
import { errorFrom, reportStatus, traceparent } from './http.ts';
import { identityHeaders } from './identity.ts';

/**
 * `parse`: the server's answer is not readable; `send`: the server failed without a message; `network`: no connection;
 * `changed`: the file is not the one of the upload to resume; `unreadable`: the browser can no longer read the file;
 * `gone`: the server has discarded the bytes that it had received.
 */
export type UploadFailure = 'parse' | 'send' | 'network' | 'aborted' | 'changed' | 'unreadable' | 'gone';

/** An upload that failed without an error message from the server. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly failure: UploadFailure;

  constructor(failure: UploadFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Timeout for the answer after the whole file was sent, ms: longer than the server's own timeouts. */
export const ANSWER_TIMEOUT_MS = 150_000;

/**
 * State of an upload's connection: `preparing` until the first byte is sent, then `moving`; `offline` (connection lost)
 * and `away` (server unavailable) are retried; `paused` and `signed-out` wait for the user.
 */
export type UploadConnection = 'preparing' | 'moving' | 'offline' | 'away' | 'paused' | 'signed-out';

export interface UploadEvents {
  /** Bytes of the file sent so far; may decrease when the server received fewer bytes than were sent. */
  readonly onProgress: (sentBytes: number) => void;
  readonly onConnectionChange: (connection: UploadConnection) => void;
  /** The server created the upload at the path `url`; `sha256` is the hash sent to it, lower-case hex. */
  readonly onUploadCreated: (url: string, sha256: string | null) => void;
}

export interface UploadHandle {
  /** Rejects with HttpError (the server gave a reason) or UploadError. */
  readonly done: Promise<UploadAnswer>;
  /** Ends the upload for good. */
  readonly abort: () => void;
  /** Controls of a resumable upload; null for an upload by a single request, which cannot be resumed. */
  readonly resumable: {
    /** Pauses the upload until `resume`. */
    readonly pause: (reason: 'paused' | 'signed-out') => void;
    /** Resumes a paused upload, or retries at once. */
    readonly resume: () => void;
    /** Makes the server delete the bytes it received. */
    readonly discard: () => void;
  } | null;
}

/**
 * Sends a file as the body of one request; by XMLHttpRequest, because fetch reports no upload progress.
 * `onProgress` gets the bytes sent. Rejects with HttpError (the server gave a reason) or UploadError.
 */
export function uploadFile(path: string, file: File, onProgress: (sentBytes: number) => void): UploadHandle {
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
    // A connection can go silent without an error event, so the answer has a timeout.
    let answerTimer: ReturnType<typeof setTimeout> | undefined;
    const endWithoutAnswer = () => {
      reject(new UploadError('network'));
      xhr.abort();
    };
    xhr.upload.onload = () => {
      answerTimer = setTimeout(endWithoutAnswer, ANSWER_TIMEOUT_MS);
    };
    xhr.onloadend = () => clearTimeout(answerTimer);
    xhr.onerror = () => reject(new UploadError('network'));
    xhr.onabort = () => reject(new UploadError('aborted'));
    xhr.onload = () => {
      if (xhr.status < 200 || xhr.status > 299) {
        reportStatus(xhr.status, 'POST', path, xhr.responseText);
        reject(refusalOrFailure(errorFrom(xhr.status, xhr.statusText, xhr.responseText)));
        return;
      }
      try {
        resolve(typedAnswer(fileCalls.uploadFile, JSON.parse(xhr.responseText)));
      } catch {
        reject(new UploadError('parse'));
      }
    };
    xhr.send(file);
  });
  return { done, abort: () => xhr.abort(), resumable: null };
}

/** The error itself if the server gave a message; else UploadError. */
export const refusalOrFailure = (error: HttpError): Error =>
  typeof error.body.message === 'string' ? error : new UploadError('send');
