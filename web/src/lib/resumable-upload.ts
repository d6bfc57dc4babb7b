import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import type { DetailedError, HttpRequest, HttpResponse, Upload } from 'tus-js-client';
import { HttpError, isRefusal } from './failures.ts';
import { errorFrom, reportStatus, request, traceparent } from './http.ts';
import { identityHeaders } from './identity.ts';
import type { RememberedUpload } from './remembered-uploads.ts';
import { ANSWER_WITHIN_MS, hasMessage, UploadError, type UploadEvents, type UploadHandle } from './upload.ts';
import { readUploadState, refusalIn, SUPERSEDED } from './upload-state.ts';

interface Asked {
  readonly registrationId: string;
  readonly file: File;
  readonly sha256: Promise<string | null>;
  readonly from: RememberedUpload | null;
}

/** Delays between retries while the server is unreachable, ms; the last one repeats. */
const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** A connection without progress for this long counts as dead, even if the browser reports no error. */
const SILENT_MS = 30_000;
const WATCH_MS = 5_000;
/** Interval between status requests while the server inspects the file. */
const CHECK_MS = 1_000;

/**
 * Sends a file by tus 1.0 and resumes from the server's offset until the server has it all or refuses it, or the user
 * aborts. The hash is computed first: the server gets it, and it shows whether the chosen file is the one to resume.
 */
export function resumableUpload(asked: Asked, events: UploadEvents): UploadHandle {
  const run = new ResumableUpload(asked, events);
  return {
    done: run.done,
    abort: () => run.end(new UploadError('aborted')),
    resumable: {
      hold: (line) => run.hold(line),
      goOn: () => run.goOn(),
      discard: () => run.discard(),
    },
  };
}

class ResumableUpload {
  readonly done: Promise<UploadAnswer>;
  readonly #asked: Asked;
  readonly #events: UploadEvents;
  #settle: { resolve: (answer: UploadAnswer) => void; reject: (error: Error) => void } | null = null;
  #upload: Upload | null = null;
  #hash: string | null = null;
  #url: string | null;
  #held = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** `#moved`: time of the last progress (performance.now). `#sent`: bytes sent by then. */
  #moved = 0;
  #sent = 0;
  readonly #watch = setInterval(() => this.#endSilence(), WATCH_MS);
  readonly #online = () => this.#timer !== undefined && this.goOn();

  constructor(asked: Asked, events: UploadEvents) {
    this.#asked = asked;
    this.#events = events;
    this.#url = asked.from?.url ?? null;
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    window.addEventListener('online', this.#online);
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
    this.#moved = performance.now();
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
    clearInterval(this.#watch);
    window.removeEventListener('online', this.#online);
    if (outcome instanceof Error) settle.reject(outcome);
    else settle.resolve(outcome);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#upload?.abort();
  }

  async #prepare(): Promise<void> {
    const { file, from, registrationId } = this.#asked;
    this.#hash = await this.#asked.sha256;
    const wanted = from?.sha256 ?? this.#hash;
    if (wanted !== this.#hash && this.#hash !== null) return this.end(new UploadError('changed'));
    const tus = await import('tus-js-client');
    const here = (path: string) => new URL(path, window.location.href).href;
    this.#upload = new tus.Upload(file, {
      endpoint: from === null ? here(`/api/registrations/${registrationId}/uploads`) : null,
      uploadUrl: from === null ? null : here(from.url),
      metadata: { filename: file.name, ...(this.#hash !== null && { sha256: this.#hash }) },
      // This class decides when to retry, and `remembered-uploads.ts` stores the URL: tus must do neither.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: (out) => this.#dress(out),
      onAfterResponse: (out, answer) => this.#read(out, answer),
      onUploadUrlAvailable: () => this.#kept(),
      onProgress: (sent) => this.#progress(sent),
      onSuccess: () => void this.#conclude(false),
      onError: (error) => void this.#failed(error),
    });
    if (!this.#held) this.goOn();
  }

  #dress(out: HttpRequest): void {
    this.#moved = performance.now();
    (out.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
    out.setHeader('accept', 'application/json');
    out.setHeader('traceparent', traceparent());
    for (const [name, id] of Object.entries(identityHeaders())) out.setHeader(name, id);
  }

  #read(out: HttpRequest, answer: HttpResponse): void {
    this.#moved = performance.now();
    reportStatus(answer.getStatus(), out.getMethod(), new URL(out.getURL()).pathname, answer.getBody());
  }

  #kept(): void {
    if (this.#upload?.url == null) return;
    // With an endpoint, tus would silently start a new upload from byte 0 when the request for the offset fails.
    this.#upload.options.endpoint = null;
    this.#url = new URL(this.#upload.url).pathname;
    this.#events.onKept(this.#url, this.#hash);
  }

  #progress(sent: number): void {
    this.#moved = performance.now();
    if (sent > this.#sent) this.#tries = 0;
    this.#sent = sent;
    this.#events.onProgress(sent);
  }

  #endSilence(): void {
    if (this.#held || this.#upload === null || this.#timer !== undefined || this.#moved === 0) return;
    const patience = this.#sent < this.#asked.file.size ? SILENT_MS : ANSWER_WITHIN_MS;
    if (performance.now() - this.#moved > patience) this.#later('offline');
  }

  /** Schedules the next attempt. */
  #later(line: 'offline' | 'away'): void {
    if (this.#settle === null || this.#held) return;
    this.#stop();
    this.#events.onLine(line);
    const wait = BACK_OFF_MS[Math.min(this.#tries, BACK_OFF_MS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => this.goOn(), wait);
  }

  async #failed(error: Error | DetailedError): Promise<void> {
    const broken = 'originalRequest' in error ? error : null;
    const answer = broken?.originalResponse ?? null;
    if (answer !== null) return this.#refused(answer, broken?.originalRequest.getMethod() === 'HEAD');
    // The browser reports a file that changed on disk as a network error.
    if (!(await isReadable(this.#asked.file))) return this.end(new UploadError('unreadable'));
    if (broken === null) return this.end(new UploadError('send'));
    this.#later('offline');
  }

  #refused(answer: HttpResponse, bare: boolean): void | Promise<void> {
    const [status, text] = [answer.getStatus(), answer.getBody() ?? ''];
    const error = errorFrom(status, '', text);
    if (status === 401) return this.hold('signed-out');
    // The session is another account's: `session.ts` is re-reading the user, and that may end this upload.
    if (error.code === 'account-changed') return this.#later('away');
    // The server is still processing an earlier request, or received more of it than its answer said.
    const elsewhere = status === 423 || error.code === 'upload-offset';
    if (elsewhere || !isRefusal(error)) return this.#later('away');
    // A HEAD response has no body: ask the server for the reason.
    if (bare || status === 404 || status === 410 || error.code === 'upload-ticket-used')
      return this.#conclude(true);
    this.end(hasMessage(text) ? error : new UploadError('send'));
  }

  /**
   * Asks the server for the final state of the upload.
   * @param gone the server no longer knows this upload: the state may be that of a later one
   */
  async #conclude(gone: boolean): Promise<void> {
    const { file, registrationId } = this.#asked;
    try {
      const now = await readUploadState(registrationId);
      if (this.#settle === null || this.#held) return;
      const refusal = refusalIn(now);
      if (refusal !== null) return this.end(refusal);
      if (now.state === 'stored' && now.sha256 !== null && (!gone || now.sha256 === this.#hash)) {
        const { sha256, size: fileSize } = now;
        return this.end({ sha256, fileName: now.fileName ?? file.name, fileSize: fileSize ?? file.size });
      }
      // The server reports only the latest upload, so a later one has replaced this one.
      if (gone && (now.state === 'receiving' || now.state === 'stored')) return this.end(SUPERSEDED);
      if (gone && now.state !== 'checking') return this.end(new UploadError('gone'));
      // No upload is known, so only the registration itself can show the outcome.
      if (now.state === 'none') return this.end(new UploadError('parse'));
      this.#timer = setTimeout(() => void this.#conclude(gone), CHECK_MS);
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) this.hold('signed-out');
      else if (error instanceof HttpError && isRefusal(error)) this.end(error);
      else this.#later(error instanceof HttpError ? 'away' : 'offline');
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
