import { approvalAsked } from './approval.ts';
import { confirmed, reportCode } from './confirmation.ts';
import { HttpError, NoAnswer, timeLimit } from './failures.ts';
import { expectedUser, identityHeaders } from './identity.ts';
import { turn } from './turn.ts';

export interface RequestOptions {
  readonly body?: unknown;
  /** In its place: bytes, sent as they are. */
  readonly bytes?: Blob;
  /** One per user intention, kept over retries, so that a repeated POST creates or charges once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** It is sent though the page goes away meanwhile; at most 64 KiB. */
  readonly keepalive?: boolean;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let unauthorized: () => void = () => undefined;
let otherAccount: () => void = () => undefined;

/** Sets what happens when a session has ended; the application shell is its one caller. */
export function onUnauthorized(listener: () => void): void {
  unauthorized = listener;
}

/** Sets what happens when the session turns out to be another account's; the application shell is its one caller. */
export function onOtherAccount(listener: () => void): void {
  otherAccount = listener;
}

const SIGNING_IN = /^\/api\/(login(\/.*)?|register)$/;

/** Asking who is signed in, and signing in: they find out whose the session is. */
const findsOut = (method: string, path: string): boolean =>
  (method === 'GET' && path === '/api/auth/user') || SIGNING_IN.test(path);

/**
 * Reports an answer of 401 to the shell, the refusal of a page that believes in another account, and that of staff who
 * owe a second factor. Where that is what was asked, 401 is no ended session.
 * @param text the answer's body
 */
export function reportStatus(status: number, method: string, path: string, text = ''): void {
  if (status === 401 && !findsOut(method, path)) unauthorized();
  if (status === 409 && errorFrom(status, '', text).code === OTHER_ACCOUNT) otherAccount();
  if (status === 403) reportCode(errorFrom(status, '', text).code);
}

const OTHER_ACCOUNT = 'account-changed';

/**
 * Calls the API and answers the parsed JSON body (undefined on 204 and 202), whatever it is; `call.ts` types it. Throws
 * HttpError, or NoAnswer when none came in time.
 */
export async function request(method: Method, path: string, options: RequestOptions = {}): Promise<unknown> {
  const once = () => {
    const asker = askerOf(method, path);
    return inTime(timeLimit(method, path), options.signal, async (signal) => {
      // Each in a turn of its own: a page asks for a handful at once when it appears, and a press is answered between.
      if (method === 'GET') await turn();
      const response = await sendOnce(method, path, { ...options, signal }, asker);
      // Without a body: done, or taken on.
      if (response.status === 204) return undefined;
      if (response.status === 202) {
        const asked = approvalAsked(errorFrom(202, '', await response.text()));
        if (asked) throw asked;
        return undefined;
      }
      // What cannot be read is not of our server: cut, or another's page in its place.
      return response.json().catch((error: unknown): never => {
        throw new NoAnswer(error);
      });
    });
  };
  return confirmed(once);
}

/** Calls the API and answers the raw response, for files, however long they take. Throws HttpError or NoAnswer. */
export const send = (method: Method, path: string, options: RequestOptions = {}): Promise<Response> =>
  confirmed(() => sendOnce(method, path, options));

/**
 * Says something while the page, or a part of it, goes away: it is sent all the same, and what comes of it nobody hears.
 * It is no use of a session, and an ended one is no news to anybody.
 */
export function sayGoodbye(path: string, body: object): void {
  void fetch(path, {
    method: 'POST',
    headers: headersOf({ body }, identityHeaders()),
    credentials: 'include',
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}

/** Whose page asks; null where that is what is asked. */
const askerOf = (method: Method, path: string): string | null =>
  findsOut(method, path) ? null : expectedUser();

async function sendOnce(
  method: Method,
  path: string,
  options: RequestOptions,
  asked = askerOf(method, path),
): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: headersOf(options, asked === null ? {} : identityHeaders()),
    credentials: 'include',
    ...bodyOf(options),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.keepalive === undefined ? {} : { keepalive: options.keepalive }),
  }).catch((error: unknown) => {
    throw options.signal?.aborted ? error : new NoAnswer(error);
  });
  if (response.ok) return asOf(asked, response);
  const text = await response.text().catch(() => '');
  reportStatus(response.status, method, path, text);
  throw errorFrom(response.status, response.statusText, text);
}

function bodyOf({ body, bytes }: RequestOptions): { body?: BodyInit } {
  if (bytes !== undefined) return { body: bytes };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

function headersOf(options: RequestOptions, identity: Record<string, string>): Record<string, string> {
  return {
    accept: 'application/json',
    traceparent: traceparent(),
    ...identity,
    ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(options.bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
  };
}

/** What one account asked for is not given to the next, which signed in meanwhile. */
function asOf(asked: string | null, response: Response): Response {
  const now = expectedUser();
  if (asked === null || now === null || asked === now) return response;
  throw new HttpError(409, `409: ${OTHER_ACCOUNT}`, { code: OTHER_ACCOUNT });
}

/** Runs a call with a limit of `ms`, after which it ends as NoAnswer; `signal` ends it as before. */
async function inTime<T>(
  ms: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(new NoAnswer()), ms);
  const stop = () => control.abort(signal?.reason);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await call(control.signal);
  } catch (error) {
    throw control.signal.aborted ? control.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Builds the error of an answer: its `message`, else `"<status>: <body or status text>"` (spec §8). */
export function errorFrom(status: number, statusText: string, text: string): HttpError {
  const body = parseObject(text);
  const message = typeof body?.message === 'string' && body.message !== '' ? body.message : undefined;
  return new HttpError(status, message ?? `${status}: ${text || statusText}`, body ?? {});
}

/** Path with the given query; empty and absent values are left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** A W3C trace context of its own for one request: the trace begins in the browser. The server decides what it keeps. */
export const traceparent = (): string => `00-${hex(16)}-${hex(8)}-01`;
