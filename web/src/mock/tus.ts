import type { ErrorCode, ErrorDetail } from '@g2/gateway/contract/errors';
import { refusal } from './call.ts';

interface Kept {
  readonly url: string;
  readonly size: number;
  readonly fileName: string;
  /** As the browser announced it. */
  readonly sha256: string | null;
  bytes: Blob;
  state: 'receiving' | 'stored' | 'refused' | 'superseded';
  problem: { code: string; message: string } | null;
}

/** What came in by one PATCH: the bytes from the first to before the second. */
type Range = readonly [from: number, to: number];

/** The uploads of one registration by tus 1.0, with the faults of lines and servers. */
export class TusUploads {
  readonly #base: string;
  readonly #stored: (file: { sha256: string; fileName: string; fileSize: number }) => void;
  readonly #uploads: Kept[] = [];
  readonly ranges: Range[] = [];
  /** `POST`, `HEAD`, `PATCH`, `DELETE` and `GET`, in their order. */
  readonly calls: string[] = [];
  /** The line breaks once this byte has come in, and stays so. */
  cutAt: number | null = null;
  isBroken = false;
  /** Every call is answered so, until this is null again. */
  down: { readonly code: ErrorCode } | null = null;
  /** The last byte is answered so. */
  refuseAtEnd: { readonly code: ErrorCode; readonly detail?: ErrorDetail } | null = null;
  /** The file is stored, and the line breaks before that is said. */
  loseTheAnswer = false;
  #gate: Promise<'come in' | 'lost'> | null = null;

  /** @param stored told when a file is committed */
  constructor(
    registrationId: string,
    stored: (file: { sha256: string; fileName: string; fileSize: number }) => void,
  ) {
    this.#base = `/api/registrations/${registrationId}/upload`;
    this.#stored = stored;
  }

  get latest(): Kept | undefined {
    return this.#uploads.at(-1);
  }

  /** Holds back the bytes that come from now on; they come in or are lost as the returned function is told. */
  hold(): (fate: 'come in' | 'lost') => void {
    const { promise, resolve } = Promise.withResolvers<'come in' | 'lost'>();
    this.#gate = promise;
    return (fate) => {
      this.#gate = null;
      resolve(fate);
    };
  }

  /** Another tab, or another device, begins a later upload, of another file. */
  supersede(): void {
    this.#begin('deles.zip', 7 * 1024 * 1024, null);
  }

  /** What is answered; null to what is no call about these uploads. */
  async respond(request: Request): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    const isState = pathname === this.#base && request.method === 'GET';
    if (!isState && !pathname.startsWith(`${this.#base}s`)) return null;
    if (this.isBroken) return Response.error();
    this.calls.push(request.method);
    if (this.down !== null) return refusal(this.down.code, {});
    if (isState) return this.#state();
    if (request.method === 'POST') return this.#create(request.headers);
    const upload = this.#uploads.find(({ url }) => url === pathname);
    if (upload === undefined) return refusal('not-found', {});
    if (request.method === 'HEAD') {
      // Without a body there are no words.
      return upload.state === 'superseded' ? new Response(null, { status: 409 }) : progress(upload, 200);
    }
    if (request.method === 'PATCH') return this.#receive(upload, request);
    this.#uploads.splice(this.#uploads.indexOf(upload), 1);
    return new Response(null, { status: 204 });
  }

  #state(): Response {
    const { latest } = this;
    if (latest === undefined) {
      return Response.json({
        state: 'none',
        offset: 0,
        size: null,
        fileName: null,
        sha256: null,
        problem: null,
      });
    }
    const { state, bytes, size, fileName, sha256, problem } = latest;
    return Response.json({
      state,
      offset: bytes.size,
      size,
      fileName,
      sha256,
      problem,
    });
  }

  #begin(fileName: string, size: number, sha256: string | null): string {
    for (const upload of this.#uploads) if (upload.state === 'receiving') upload.state = 'superseded';
    const url = `${this.#base}s/${this.#uploads.length + 1}`;
    const nothing = { bytes: new Blob([]), state: 'receiving' as const, problem: null };
    this.#uploads.push({ url, size, fileName, sha256, ...nothing });
    return url;
  }

  #create(headers: Headers): Response {
    const metadata = Object.fromEntries(
      (headers.get('upload-metadata') ?? '').split(',').map((pair) => {
        const [name = '', value = ''] = pair.split(' ');
        return [name, new TextDecoder().decode(Uint8Array.from(atob(value), (c) => c.charCodeAt(0)))];
      }),
    );
    const size = Number(headers.get('upload-length'));
    const url = this.#begin(metadata.filename ?? '', size, metadata.sha256 ?? null);
    return new Response(null, { status: 201, headers: { location: url, 'tus-resumable': '1.0.0' } });
  }

  async #receive(upload: Kept, request: Request): Promise<Response> {
    const came = await request.blob();
    if ((await this.#gate) === 'lost') return Response.error();
    if (upload.state === 'superseded') return refusal('upload-superseded', {});
    const from = upload.bytes.size;
    if (Number(request.headers.get('upload-offset')) !== from) return refusal('conflict', {});
    const isCut = this.cutAt !== null && this.cutAt < from + came.size;
    const to = isCut && this.cutAt !== null ? this.cutAt : from + came.size;
    upload.bytes = new Blob([upload.bytes, came.slice(0, to - from)]);
    this.ranges.push([from, to]);
    if (isCut) {
      this.cutAt = null;
      this.isBroken = true;
      return Response.error();
    }
    return to < upload.size ? progress(upload, 204) : this.#commit(upload);
  }

  async #commit(upload: Kept): Promise<Response> {
    const digest = await crypto.subtle.digest('SHA-256', await upload.bytes.arrayBuffer());
    const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (this.refuseAtEnd !== null || sha256 !== upload.sha256) {
      const { code, detail = {} } = this.refuseAtEnd ?? { code: 'invalid-input' };
      upload.state = 'refused';
      upload.problem = { code, message: 'Recusado ao final.' };
      return refusal(code, detail);
    }
    upload.state = 'stored';
    this.#stored({ sha256, fileName: upload.fileName, fileSize: upload.size });
    return this.loseTheAnswer ? Response.error() : progress(upload, 204);
  }
}

const progress = ({ bytes, size }: Kept, status: number): Response =>
  new Response(null, {
    status,
    headers: {
      'upload-offset': String(bytes.size),
      'upload-length': String(size),
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
    },
  });
