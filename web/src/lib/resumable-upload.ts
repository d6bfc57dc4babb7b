import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import type { DetailedError, HttpRequest, HttpResponse, Upload } from 'tus-js-client';
import { HttpError, isRefusal } from './failures.ts';
import { errorFrom, reportStatus, request, traceparent } from './http.ts';
import { identityHeaders } from './identity.ts';
import type { SavedUpload } from './saved-uploads.ts';
import {
  ANSWER_TIMEOUT_MS,
  refusalOrFailure,
  UploadError,
  type UploadEvents,
  type UploadHandle,
} from './upload.ts';
import { readUploadState, refusalOfState, SUPERSEDED_ERROR } from './upload-state.ts';

export interface FileToSend {
  readonly registrationId: string;
  readonly file: File;
  /** SHA-256 of the file; null if the browser cannot compute it. */
  readonly sha256: Promise<string | null>;
  /** The unfinished upload to resume; null to start a new one. */
  readonly resumeFrom: SavedUpload | null;
}

/** Delays between retries while the server is unreachable, ms; the last one repeats. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** Time without progress after which a connection counts as lost: the browser may report no error. */
const SILENCE_LIMIT_MS = 30_000;
const SILENCE_CHECK_INTERVAL_MS = 5_000;
/** Interval between status requests while the server inspects the file. */
const STATE_POLL_INTERVAL_MS = 1_000;

/**
 * Sends a file by tus 1.0 and resumes from the server's offset until the server has received or refused it, or the user
 * aborts. The hash is computed first: it is sent to the server, and it identifies the file of an upload to resume.
 */
export function resumableUpload(input: FileToSend, events: UploadEvents): UploadHandle {
  const upload = new ResumableUpload(input, events);
  return { done: upload.done, abort: () => upload.end(new UploadError('aborted')), resumable: upload };
}

class ResumableUpload {
  readonly done: Promise<UploadAnswer>;
  readonly #input: FileToSend;
  readonly #events: UploadEvents;
  #resolvers: { resolve: (answer: UploadAnswer) => void; reject: (error: Error) => void } | null = null;
  #upload: Upload | null = null;
  #hash: string | null = null;
  #url: string | null;
  #isPaused = false;
  #attempts = 0;
  #waitTimer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last progress (performance.now); 0 before the first. */
  #lastActivityAt = 0;
  #sentBytes = 0;
  readonly #silenceTimer = setInterval(() => this.#retryIfSilent(), SILENCE_CHECK_INTERVAL_MS);
  readonly #onOnline = () => this.#waitTimer !== undefined && this.resume();

  constructor(input: FileToSend, events: UploadEvents) {
    this.#input = input;
    this.#events = events;
    this.#url = input.resumeFrom?.url ?? null;
    this.done = new Promise((resolve, reject) => {
      this.#resolvers = { resolve, reject };
    });
    window.addEventListener('online', this.#onOnline);
    this.#prepare().catch(() => this.end(new UploadError('network')));
  }

  pause(reason: 'paused' | 'signed-out'): void {
    if (this.#resolvers === null) return;
    this.#isPaused = true;
    this.#stop();
    this.#events.onConnectionChange(reason);
  }

  /** Continues at once. Called by the user or when the browser is online again, so the delays start anew. */
  resume(): void {
    this.#attempts = 0;
    this.#start();
  }

  #start(): void {
    if (this.#resolvers === null) return;
    this.#isPaused = false;
    this.#stop();
    this.#lastActivityAt = performance.now();
    this.#events.onConnectionChange(this.#upload === null ? 'preparing' : 'moving');
    this.#upload?.start();
  }

  discard(): void {
    const url = this.#url;
    if (url !== null) request('DELETE', url).catch(() => undefined);
  }

  end(outcome: UploadAnswer | Error): void {
    const resolvers = this.#resolvers;
    if (resolvers === null) return;
    this.#resolvers = null;
    this.#stop();
    clearInterval(this.#silenceTimer);
    window.removeEventListener('online', this.#onOnline);
    if (outcome instanceof Error) resolvers.reject(outcome);
    else resolvers.resolve(outcome);
  }

  #stop(): void {
    clearTimeout(this.#waitTimer);
    this.#waitTimer = undefined;
    void this.#upload?.abort();
  }

  async #prepare(): Promise<void> {
    const { file, resumeFrom, registrationId } = this.#input;
    this.#hash = await this.#input.sha256;
    const expectedHash = resumeFrom?.sha256 ?? this.#hash;
    if (expectedHash !== this.#hash && this.#hash !== null) return this.end(new UploadError('changed'));
    const tus = await import('tus-js-client');
    const absoluteUrl = (path: string) => new URL(path, window.location.href).href;
    this.#upload = new tus.Upload(file, {
      endpoint: resumeFrom === null ? absoluteUrl(`/api/registrations/${registrationId}/uploads`) : null,
      uploadUrl: resumeFrom === null ? null : absoluteUrl(resumeFrom.url),
      metadata: { filename: file.name, ...(this.#hash !== null && { sha256: this.#hash }) },
      // This class decides when to retry, and `saved-uploads.ts` stores the URL: tus must do neither.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (tusRequest) => this.#setHeaders(tusRequest),
      onAfterResponse: (tusRequest, response) => this.#reportResponse(tusRequest, response),
      onUploadUrlAvailable: () => this.#storeUrl(),
      onProgress: (sentBytes) => this.#reportProgress(sentBytes),
      onSuccess: () => void this.#readOutcome(false),
      onError: (error) => void this.#handleError(error),
    });
    if (!this.#isPaused) this.#start();
  }

  #setHeaders(tusRequest: HttpRequest): void {
    this.#lastActivityAt = performance.now();
    (tusRequest.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
    tusRequest.setHeader('accept', 'application/json');
    tusRequest.setHeader('traceparent', traceparent());
    for (const [name, id] of Object.entries(identityHeaders())) tusRequest.setHeader(name, id);
  }

  #reportResponse(tusRequest: HttpRequest, response: HttpResponse): void {
    this.#lastActivityAt = performance.now();
    const { pathname } = new URL(tusRequest.getURL());
    reportStatus(response.getStatus(), tusRequest.getMethod(), pathname, response.getBody());
  }

  #storeUrl(): void {
    if (this.#upload?.url == null) return;
    // If an endpoint is set and the request for the offset fails, tus silently starts a new upload from byte 0.
    this.#upload.options.endpoint = null;
    this.#url = new URL(this.#upload.url).pathname;
    this.#events.onUploadCreated(this.#url, this.#hash);
  }

  #reportProgress(sentBytes: number): void {
    this.#lastActivityAt = performance.now();
    if (sentBytes > this.#sentBytes) this.#attempts = 0;
    this.#sentBytes = sentBytes;
    this.#events.onProgress(sentBytes);
  }

  #retryIfSilent(): void {
    if (this.#isPaused || this.#upload === null || this.#waitTimer !== undefined) return;
    if (this.#lastActivityAt === 0) return;
    const limit = this.#sentBytes < this.#input.file.size ? SILENCE_LIMIT_MS : ANSWER_TIMEOUT_MS;
    if (performance.now() - this.#lastActivityAt > limit) this.#retryLater('offline');
  }

  /** Schedules the next attempt. */
  #retryLater(connection: 'offline' | 'away'): void {
    if (this.#resolvers === null || this.#isPaused) return;
    this.#stop();
    this.#events.onConnectionChange(connection);
    const wait = RETRY_DELAYS_MS[Math.min(this.#attempts, RETRY_DELAYS_MS.length - 1)];
    this.#attempts += 1;
    this.#waitTimer = setTimeout(() => this.#start(), wait);
  }

  async #handleError(error: Error | DetailedError): Promise<void> {
    const detailedError = 'originalRequest' in error ? error : null;
    const response = detailedError?.originalResponse ?? null;
    if (response !== null)
      return this.#handleErrorResponse(response, detailedError?.originalRequest.getMethod() === 'HEAD');
    // The browser reports a file that changed on disk as a network error.
    if (!(await isReadable(this.#input.file))) return this.end(new UploadError('unreadable'));
    if (detailedError === null) return this.end(new UploadError('send'));
    this.#retryLater('offline');
  }

  #handleErrorResponse(response: HttpResponse, isHead: boolean): void | Promise<void> {
    const status = response.getStatus();
    const error = errorFrom(status, '', response.getBody() ?? '');
    if (status === 401) return this.pause('signed-out');
    // Another account has signed in. `session.ts` reads the user again, which may end this upload.
    if (error.code === 'account-changed') return this.#retryLater('away');
    // The server is still processing an earlier request, or has received more bytes than it reported.
    const isBusy = status === 423 || error.code === 'upload-offset';
    if (isBusy || !isRefusal(error)) return this.#retryLater('away');
    // A HEAD response has no body: ask the server for the reason.
    if (isHead || status === 404 || status === 410 || error.code === 'upload-ticket-used')
      return this.#readOutcome(true);
    this.end(refusalOrFailure(error));
  }

  /**
   * Asks the server for the final state of the upload.
   * @param isUnknownToServer the server no longer knows this upload, so it may report the state of a later upload
   */
  async #readOutcome(isUnknownToServer: boolean): Promise<void> {
    const { file, registrationId } = this.#input;
    try {
      const upload = await readUploadState(registrationId);
      if (this.#resolvers === null || this.#isPaused) return;
      const refusal = refusalOfState(upload);
      if (refusal !== null) return this.end(refusal);
      const { state, sha256, size, fileName } = upload;
      if (state === 'stored' && sha256 !== null && (!isUnknownToServer || sha256 === this.#hash))
        return this.end({ sha256, fileName: fileName ?? file.name, fileSize: size ?? file.size });
      // The server reports only the latest upload, so a later one has replaced this one.
      if (isUnknownToServer && (state === 'receiving' || state === 'stored'))
        return this.end(SUPERSEDED_ERROR);
      if (isUnknownToServer && state !== 'checking') return this.end(new UploadError('gone'));
      // No upload is known, so only the registration itself can show the outcome.
      if (state === 'none') return this.end(new UploadError('parse'));
      this.#waitTimer = setTimeout(() => void this.#readOutcome(isUnknownToServer), STATE_POLL_INTERVAL_MS);
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) this.pause('signed-out');
      else if (error instanceof HttpError && isRefusal(error)) this.end(error);
      else this.#retryLater(error instanceof HttpError ? 'away' : 'offline');
    }
  }
}

const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
