import { approvalAsked } from './approval.ts';
import { confirmed, reportCode } from './confirmation.ts';
import { HttpError, NoAnswer, timeLimit } from './failures.ts';
import { expectedUser, identityHeaders } from './identity.ts';
import { turn } from './turn.ts';

export interface RequestOptions {
  readonly body?: unknown;
  /** Raw bytes to send instead of the JSON `body`. */
  readonly bytes?: Blob;
  /** One key per user intention, kept across retries, so that a repeated POST creates or charges only once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** The request is sent even if the page unloads; its body may have at most 64 KiB. */
  readonly keepalive?: boolean;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let unauthorized: () => void = () => undefined;
let otherAccount: () => void = () => undefined;

/** Sets the handler for an ended session; only the application shell calls this. */
export function onUnauthorized(listener: () => void): void {
  unauthorized = listener;
}

/** Sets the handler for a session that belongs to another account; only the application shell calls this. */
export function onOtherAccount(listener: () => void): void {
  otherAccount = listener;
}

const SIGNING_IN = /^\/api\/(login(\/.*)?|register)$/;

/** True for the calls that find out who is signed in: reading the current user, login and registration. */
const findsOut = (method: string, path: string): boolean =>
  (method === 'GET' && path === '/api/auth/user') || SIGNING_IN.test(path);

/**
 * Reports to the shell: 401 (session ended), 409 `account-changed`, and the codes of 403, such as a missing second
 * factor. A 401 to reading the user or to a login is not an ended session.
 * @param text the response body
 */
export function reportStatus(status: number, method: string, path: string, text = ''): void {
  if (status === 401 && !findsOut(method, path)) unauthorized();
  if (status === 409 && errorFrom(status, '', text).code === OTHER_ACCOUNT) otherAccount();
  if (status === 403) reportCode(errorFrom(status, '', text).code);
}

const OTHER_ACCOUNT = 'account-changed';

/**
 * Calls the API and returns the parsed JSON body (undefined on 204 and 202); `call.ts` types it. Throws HttpError, or
 * NoAnswer when no answer arrived in time.
 */
export async function request(method: Method, path: string, options: RequestOptions = {}): Promise<unknown> {
  const once = () => {
    const asker = askerOf(method, path);
    return inTime(timeLimit(method, path), options.signal, async (signal) => {
      // Yield before each GET: a page sends several when it appears, and user input is handled between them.
      if (method === 'GET') await turn();
      const response = await sendOnce(method, path, { ...options, signal }, asker);
      // 204 and 202 have no result: the call is done, or accepted for later.
      if (response.status === 204) return undefined;
      if (response.status === 202) {
        const asked = approvalAsked(errorFrom(202, '', await response.text()));
        if (asked) throw asked;
        return undefined;
      }
      // A body that is no JSON is not from our server: it was cut off, or another host answered (captive portal).
      return response.json().catch((error: unknown): never => {
        throw new NoAnswer(error);
      });
    });
  };
  return confirmed(once);
}

/** Calls the API and returns the raw response, for files; without a timeout. Throws HttpError or NoAnswer. */
export const send = (method: Method, path: string, options: RequestOptions = {}): Promise<Response> =>
  confirmed(() => sendOnce(method, path, options));

/**
 * Sends a POST while the page, or a part of it, closes: `keepalive` lets the request outlive the page, and the result
 * is ignored. A 401 here does not report an ended session.
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

/** Id of the account that the page believes to be signed in; null for the calls that find this out. */
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

/** Rejects a response when another account has signed in since the request was sent. */
function asOf(asked: string | null, response: Response): Response {
  const now = expectedUser();
  if (asked === null || now === null || asked === now) return response;
  throw new HttpError(409, `409: ${OTHER_ACCOUNT}`, { code: OTHER_ACCOUNT });
}

/** Runs a call that ends as NoAnswer after `ms`; `signal` still aborts it earlier. */
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

/** Builds the error of a response: its `message`, else `"<status>: <body or status text>"` (spec §8). */
export function errorFrom(status: number, statusText: string, text: string): HttpError {
  const body = parseObject(text);
  const message = typeof body?.message === 'string' && body.message !== '' ? body.message : undefined;
  return new HttpError(status, message ?? `${status}: ${text || statusText}`, body ?? {});
}

/** Path with the given query; empty and undefined values are left out. */
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

/** A new W3C trace context per request: the trace begins in the browser, and the server decides which ones it keeps. */
export const traceparent = (): string => `00-${hex(16)}-${hex(8)}-01`;
