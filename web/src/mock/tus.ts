import type { ErrorCode, ErrorDetail } from '@g2/gateway/contract/errors';
import { refusal } from './call.ts';

interface StoredUpload {
  readonly url: string;
  readonly size: number;
  readonly fileName: string;
  /** SHA-256 that the browser sent at the start of the upload. */
  readonly sha256: string | null;
  bytes: Blob;
  state: 'receiving' | 'stored' | 'refused' | 'superseded';
  problem: { code: string; message: string } | null;
}

const NO_UPLOAD = { state: 'none', offset: 0, size: null, fileName: null, sha256: null, problem: null };

/** Bytes received by one PATCH request: from `from` (inclusive) to `to` (exclusive). */
type Range = readonly [from: number, to: number];

/** Tus 1.0 uploads of one registration, with simulated network and server faults. */
export class TusUploads {
  readonly #base: string;
  readonly #onStored: (file: { sha256: string; fileName: string; fileSize: number }) => void;
  readonly #uploads: StoredUpload[] = [];
  readonly ranges: Range[] = [];
  /** Methods of the received requests, in order: `POST`, `HEAD`, `PATCH`, `DELETE` and `GET`. */
  readonly calls: string[] = [];
  /** The connection breaks after this many bytes, and stays broken until a test resets `isBroken`. */
  breakAtByte: number | null = null;
  isBroken = false;
  /** While set, every call is refused with this code. */
  outage: { readonly code: ErrorCode } | null = null;
  /** If set, the request with the last byte is refused with this error. */
  refuseAtEnd: { readonly code: ErrorCode; readonly detail?: ErrorDetail } | null = null;
  /** If true, the server stores the file, but the connection breaks before its answer. */
  losesAnswer = false;
  #gate: Promise<'received' | 'lost'> | null = null;

  /** @param onStored called when a file is stored */
  constructor(
    registrationId: string,
    onStored: (file: { sha256: string; fileName: string; fileSize: number }) => void,
  ) {
    this.#base = `/api/registrations/${registrationId}/upload`;
    this.#onStored = onStored;
  }

  get latest(): StoredUpload | undefined {
    return this.#uploads.at(-1);
  }

  /** Holds back the bytes of later requests. The returned function releases them: received, or lost. */
  hold(): (fate: 'received' | 'lost') => void {
    const { promise, resolve } = Promise.withResolvers<'received' | 'lost'>();
    this.#gate = promise;
    return (fate) => {
      this.#gate = null;
      resolve(fate);
    };
  }

  /** Simulates another tab or device that starts a later upload of another file. */
  supersede(): void {
    this.#begin('deles.zip', 7 * 1024 * 1024, null);
  }

  /** Answers a request about these uploads; null for any other request. */
  async respond(request: Request): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    const isStateRequest = pathname === this.#base && request.method === 'GET';
    if (!isStateRequest && !pathname.startsWith(`${this.#base}s`)) return null;
    if (this.isBroken) return Response.error();
    this.calls.push(request.method);
    if (this.outage !== null) return refusal(this.outage.code, {});
    if (isStateRequest) return this.#state();
    if (request.method === 'POST') return this.#create(request.headers);
    const upload = this.#uploads.find(({ url }) => url === pathname);
    if (upload === undefined) return refusal('not-found', {});
    if (request.method === 'HEAD') {
      // A HEAD response has no body, so it cannot carry an error message.
      return upload.state === 'superseded' ? new Response(null, { status: 409 }) : progress(upload, 200);
    }
    if (request.method === 'PATCH') return this.#receive(upload, request);
    this.#uploads.splice(this.#uploads.indexOf(upload), 1);
    return new Response(null, { status: 204 });
  }

  #state(): Response {
    const { latest } = this;
    if (latest === undefined) return Response.json(NO_UPLOAD);
    const { state, bytes, size, fileName, sha256, problem } = latest;
    return Response.json({ state, offset: bytes.size, size, fileName, sha256, problem });
  }

  #begin(fileName: string, size: number, sha256: string | null): string {
    for (const upload of this.#uploads) if (upload.state === 'receiving') upload.state = 'superseded';
    const url = `${this.#base}s/${this.#uploads.length + 1}`;
    const emptyUpload = { bytes: new Blob([]), state: 'receiving' as const, problem: null };
    this.#uploads.push({ url, size, fileName, sha256, ...emptyUpload });
    return url;
  }

  #create(headers: Headers): Response {
    const metadata = Object.fromEntries(
      (headers.get('upload-metadata') ?? '').split(',').map((pair) => {
        const [name = '', value = ''] = pair.split(' ');
        const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
        return [name, new TextDecoder().decode(bytes)];
      }),
    );
    const size = Number(headers.get('upload-length'));
    const url = this.#begin(metadata.filename ?? '', size, metadata.sha256 ?? null);
    return new Response(null, { status: 201, headers: { location: url, 'tus-resumable': '1.0.0' } });
  }

  async #receive(upload: StoredUpload, request: Request): Promise<Response> {
    const received = await request.blob();
    if ((await this.#gate) === 'lost') return Response.error();
    if (upload.state === 'superseded') return refusal('upload-superseded', {});
    const from = upload.bytes.size;
    if (Number(request.headers.get('upload-offset')) !== from) return refusal('conflict', {});
    const isCut = this.breakAtByte !== null && this.breakAtByte < from + received.size;
    const to = isCut && this.breakAtByte !== null ? this.breakAtByte : from + received.size;
    upload.bytes = new Blob([upload.bytes, received.slice(0, to - from)]);
    this.ranges.push([from, to]);
    if (isCut) {
      this.breakAtByte = null;
      this.isBroken = true;
      return Response.error();
    }
    return to < upload.size ? progress(upload, 204) : this.#commit(upload);
  }

  async #commit(upload: StoredUpload): Promise<Response> {
    const digest = await crypto.subtle.digest('SHA-256', await upload.bytes.arrayBuffer());
    const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (this.refuseAtEnd !== null || sha256 !== upload.sha256) {
      const { code, detail = {} } = this.refuseAtEnd ?? { code: 'invalid-input' };
      upload.state = 'refused';
      upload.problem = { code, message: 'Recusado ao final.' };
      return refusal(code, detail);
    }
    upload.state = 'stored';
    this.#onStored({ sha256, fileName: upload.fileName, fileSize: upload.size });
    return this.losesAnswer ? Response.error() : progress(upload, 204);
  }
}

const progress = ({ bytes, size }: StoredUpload, status: number): Response =>
  new Response(null, {
    status,
    headers: {
      'upload-offset': String(bytes.size),
      'upload-length': String(size),
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
    },
  });
