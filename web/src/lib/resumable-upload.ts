import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import type { DetailedError, HttpRequest, HttpResponse, Upload } from 'tus-js-client';
import { HttpError, isRefusal } from './failures.ts';
import { errorFrom, reportStatus, request, traceparent } from './http.ts';
import { identityHeaders } from './identity.ts';
import type { RememberedUpload } from './remembered-uploads.ts';
import {
  ANSWER_LIMIT_MS,
  refusalOrFailure,
  UploadError,
  type UploadEvents,
  type UploadHandle,
} from './upload.ts';
import { readUploadState, refusalOfState, SUPERSEDED } from './upload-state.ts';

export interface FileToSend {
  readonly registrationId: string;
  readonly file: File;
  /** SHA-256 that the browser computes; null when it cannot. */
  readonly sha256: Promise<string | null>;
  /** The unfinished upload to resume; null to start a new one. */
  readonly from: RememberedUpload | null;
}

/** Delays between retries while the server is unreachable, ms; the last one repeats. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** Without progress for this long, a connection counts as dead: the browser may report no error. */
const SILENCE_LIMIT_MS = 30_000;
const SILENCE_CHECK_MS = 5_000;
/** Interval between status requests while the server inspects the file. */
const STATE_CHECK_MS = 1_000;

/**
 * Sends a file by tus 1.0 and resumes from the server's offset until the server has it all or refuses it, or the user
 * aborts. The hash is computed first: the server gets it, and it shows whether the chosen file is the one to resume.
 */
export function resumableUpload(input: FileToSend, events: UploadEvents): UploadHandle {
  const run = new ResumableUpload(input, events);
  return { done: run.done, abort: () => run.end(new UploadError('aborted')), resumable: run };
}

class ResumableUpload {
  readonly done: Promise<UploadAnswer>;
  readonly #input: FileToSend;
  readonly #events: UploadEvents;
  #settle: { resolve: (answer: UploadAnswer) => void; reject: (error: Error) => void } | null = null;
  #upload: Upload | null = null;
  #hash: string | null = null;
  #url: string | null;
  #held = false;
  #attempts = 0;
  #waitTimer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the last progress (performance.now); 0 before the first. */
  #activeAt = 0;
  #sentBytes = 0;
  readonly #silenceTimer = setInterval(() => this.#retryIfSilent(), SILENCE_CHECK_MS);
  readonly #onOnline = () => this.#waitTimer !== undefined && this.goOn();

  constructor(input: FileToSend, events: UploadEvents) {
    this.#input = input;
    this.#events = events;
    this.#url = input.from?.url ?? null;
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    window.addEventListener('online', this.#onOnline);
    this.#prepare().catch(() => this.end(new UploadError('network')));
  }

  hold(line: 'paused' | 'signed-out'): void {
    if (this.#settle === null) return;
    this.#held = true;
    this.#stop();
    this.#events.onLine(line);
  }

  goOn(): void {
    if (this.#settle === null) return;
    this.#held = false;
    this.#stop();
    this.#activeAt = performance.now();
    this.#events.onLine(this.#upload === null ? 'preparing' : 'moving');
    this.#upload?.start();
  }

  discard(): void {
    const url = this.#url;
    if (url !== null) request('DELETE', url).catch(() => undefined);
  }

  end(outcome: UploadAnswer | Error): void {
    const settle = this.#settle;
    if (settle === null) return;
    this.#settle = null;
    this.#stop();
    clearInterval(this.#silenceTimer);
    window.removeEventListener('online', this.#onOnline);
    if (outcome instanceof Error) settle.reject(outcome);
    else settle.resolve(outcome);
  }

  #stop(): void {
    clearTimeout(this.#waitTimer);
    this.#waitTimer = undefined;
    void this.#upload?.abort();
  }

  async #prepare(): Promise<void> {
    const { file, from, registrationId } = this.#input;
    this.#hash = await this.#input.sha256;
    const wanted = from?.sha256 ?? this.#hash;
    if (wanted !== this.#hash && this.#hash !== null) return this.end(new UploadError('changed'));
    const tus = await import('tus-js-client');
    const absolute = (path: string) => new URL(path, window.location.href).href;
    this.#upload = new tus.Upload(file, {
      endpoint: from === null ? absolute(`/api/registrations/${registrationId}/uploads`) : null,
      uploadUrl: from === null ? null : absolute(from.url),
      metadata: { filename: file.name, ...(this.#hash !== null && { sha256: this.#hash }) },
      // This class decides when to retry, and `remembered-uploads.ts` stores the URL: tus must do neither.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (out) => this.#setHeaders(out),
      onAfterResponse: (out, answer) => this.#reportAnswer(out, answer),
      onUploadUrlAvailable: () => this.#storeUrl(),
      onProgress: (sent) => this.#noteProgress(sent),
      onSuccess: () => void this.#readOutcome(false),
      onError: (error) => void this.#handleError(error),
    });
    if (!this.#held) this.goOn();
  }

  #setHeaders(out: HttpRequest): void {
    this.#activeAt = performance.now();
    (out.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
    out.setHeader('accept', 'application/json');
    out.setHeader('traceparent', traceparent());
    for (const [name, id] of Object.entries(identityHeaders())) out.setHeader(name, id);
  }

  #reportAnswer(out: HttpRequest, answer: HttpResponse): void {
    this.#activeAt = performance.now();
    reportStatus(answer.getStatus(), out.getMethod(), new URL(out.getURL()).pathname, answer.getBody());
  }

  #storeUrl(): void {
    if (this.#upload?.url == null) return;
    // With an endpoint, tus would silently start a new upload from byte 0 when the request for the offset fails.
    this.#upload.options.endpoint = null;
    this.#url = new URL(this.#upload.url).pathname;
    this.#events.onKept(this.#url, this.#hash);
  }

  #noteProgress(sent: number): void {
    this.#activeAt = performance.now();
    if (sent > this.#sentBytes) this.#attempts = 0;
    this.#sentBytes = sent;
    this.#events.onProgress(sent);
  }

  #retryIfSilent(): void {
    if (this.#held || this.#upload === null || this.#waitTimer !== undefined || this.#activeAt === 0) return;
    const limit = this.#sentBytes < this.#input.file.size ? SILENCE_LIMIT_MS : ANSWER_LIMIT_MS;
    if (performance.now() - this.#activeAt > limit) this.#retryLater('offline');
  }

  /** Schedules the next attempt. */
  #retryLater(line: 'offline' | 'away'): void {
    if (this.#settle === null || this.#held) return;
    this.#stop();
    this.#events.onLine(line);
    const wait = RETRY_DELAYS_MS[Math.min(this.#attempts, RETRY_DELAYS_MS.length - 1)];
    this.#attempts += 1;
    this.#waitTimer = setTimeout(() => this.goOn(), wait);
  }

  async #handleError(error: Error | DetailedError): Promise<void> {
    const detailed = 'originalRequest' in error ? error : null;
    const answer = detailed?.originalResponse ?? null;
    if (answer !== null) return this.#handleAnswer(answer, detailed?.originalRequest.getMethod() === 'HEAD');
    // The browser reports a file that changed on disk as a network error.
    if (!(await isReadable(this.#input.file))) return this.end(new UploadError('unreadable'));
    if (detailed === null) return this.end(new UploadError('send'));
    this.#retryLater('offline');
  }

  #handleAnswer(answer: HttpResponse, isHead: boolean): void | Promise<void> {
    const status = answer.getStatus();
    const error = errorFrom(status, '', answer.getBody() ?? '');
    if (status === 401) return this.hold('signed-out');
    // The session is another account's: `session.ts` is re-reading the user, and that may end this upload.
    if (error.code === 'account-changed') return this.#retryLater('away');
    // The server is still processing an earlier request, or received more of it than its answer said.
    const isBusy = status === 423 || error.code === 'upload-offset';
    if (isBusy || !isRefusal(error)) return this.#retryLater('away');
    // A HEAD response has no body: ask the server for the reason.
    if (isHead || status === 404 || status === 410 || error.code === 'upload-ticket-used')
      return this.#readOutcome(true);
    this.end(refusalOrFailure(error));
  }

  /**
   * Asks the server for the final state of the upload.
   * @param isGone the server no longer knows this upload: the state may be that of a later one
   */
  async #readOutcome(isGone: boolean): Promise<void> {
    const { file, registrationId } = this.#input;
    try {
      const now = await readUploadState(registrationId);
      if (this.#settle === null || this.#held) return;
      const refusal = refusalOfState(now);
      if (refusal !== null) return this.end(refusal);
      if (now.state === 'stored' && now.sha256 !== null && (!isGone || now.sha256 === this.#hash)) {
        const { sha256, size: fileSize } = now;
        return this.end({ sha256, fileName: now.fileName ?? file.name, fileSize: fileSize ?? file.size });
      }
      // The server reports only the latest upload, so a later one has replaced this one.
      if (isGone && (now.state === 'receiving' || now.state === 'stored')) return this.end(SUPERSEDED);
      if (isGone && now.state !== 'checking') return this.end(new UploadError('gone'));
      // No upload is known, so only the registration itself can show the outcome.
      if (now.state === 'none') return this.end(new UploadError('parse'));
      this.#waitTimer = setTimeout(() => void this.#readOutcome(isGone), STATE_CHECK_MS);
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) this.hold('signed-out');
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
