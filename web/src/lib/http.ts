import { approvalErrorOf } from './approval.ts';
import { reportErrorCode, withConfirmation } from './confirmation.ts';
import { takeEarlyResponse } from './early-requests.ts';
import { HttpError, NoAnswer, timeoutMsOf } from './failures.ts';
import { expectedUserId, identityHeaders } from './identity.ts';
import { yieldToInput } from './yield-to-input.ts';

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

let handleUnauthorized: () => void = () => undefined;
let handleOtherAccount: () => void = () => undefined;

/** Sets the handler for an ended session; only the application shell calls this. */
export function onUnauthorized(listener: () => void): void {
  handleUnauthorized = listener;
}

/** Sets the handler for a session that belongs to another account; only the application shell calls this. */
export function onOtherAccount(listener: () => void): void {
  handleOtherAccount = listener;
}

const SIGN_IN_PATH = /^\/api\/(login(\/.*)?|register)$/;

/** True for the calls whose answer is the signed-in user: reading the current user, login and sign-up. */
const returnsUser = (method: string, path: string): boolean =>
  (method === 'GET' && path === '/api/auth/user') || SIGN_IN_PATH.test(path);

/**
 * Calls the handler of the application shell for a response that concerns the session: 401 (it has ended), 409
 * `account-changed`, and 403 with its error code, such as a missing second factor. A 401 to the request for the user or
 * to a login does not mean that a session has ended.
 * @param text the response body
 */
export function reportStatus(status: number, method: string, path: string, text = ''): void {
  if (status === 401 && !returnsUser(method, path)) handleUnauthorized();
  if (status === 409 && errorFrom(status, '', text).code === ACCOUNT_CHANGED) handleOtherAccount();
  if (status === 403) reportErrorCode(errorFrom(status, '', text).code);
}

const ACCOUNT_CHANGED = 'account-changed';

/**
 * Calls the API and returns the parsed JSON body (undefined on 204 and 202); `call.ts` types it. Throws HttpError, or
 * NoAnswer when no answer arrived in time.
 */
export async function request(method: Method, path: string, options: RequestOptions = {}): Promise<unknown> {
  const callOnce = () => {
    const userId = userIdFor(method, path);
    return withTimeout(timeoutMsOf(method, path), options.signal, async (signal) => {
      // Yield before each GET: a page sends several when it appears, and user input is handled between them.
      if (method === 'GET') await yieldToInput();
      const response = await sendOnce(method, path, { ...options, signal }, userId);
      // 204 and 202 have no result: the call is done, or accepted for later.
      if (response.status === 204) return undefined;
      if (response.status === 202) {
        const error = approvalErrorOf(errorFrom(202, '', await response.text()));
        if (error) throw error;
        return undefined;
      }
      // A body that is not JSON was cut off, or it comes from another host, such as the portal of a public network.
      return response.json().catch((error: unknown): never => {
        throw new NoAnswer(error);
      });
    });
  };
  return withConfirmation(callOnce);
}

/** Calls the API and returns the raw response, for files; without a timeout. Throws HttpError or NoAnswer. */
export const requestRaw = (method: Method, path: string, options: RequestOptions = {}): Promise<Response> =>
  withConfirmation(() => sendOnce(method, path, options));

/**
 * Sends a POST when the page or a component closes. `keepalive` lets the request outlive the page; the result is
 * ignored. A 401 here does not report an ended session.
 */
export function postOnLeave(path: string, body: object): void {
  void fetch(path, {
    method: 'POST',
    headers: headersOf({ body }, identityHeaders()),
    credentials: 'include',
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}

/** Id of the account that a request is made for; null for the calls whose answer is the signed-in user. */
const userIdFor = (method: Method, path: string): string | null =>
  returnsUser(method, path) ? null : expectedUserId();

async function sendOnce(
  method: Method,
  path: string,
  options: RequestOptions,
  userId = userIdFor(method, path),
): Promise<Response> {
  const sent =
    takeEarlyResponse(method, path, options.signal) ??
    fetch(path, {
      method,
      headers: headersOf(options, userId === null ? {} : identityHeaders()),
      credentials: 'include',
      ...bodyOf(options),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.keepalive === undefined ? {} : { keepalive: options.keepalive }),
    });
  const response = await sent.catch((error: unknown) => {
    throw options.signal?.aborted ? error : new NoAnswer(error);
  });
  if (response.ok) return rejectIfAccountChanged(userId, response);
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
function rejectIfAccountChanged(userId: string | null, response: Response): Response {
  const currentUserId = expectedUserId();
  if (userId === null || currentUserId === null || userId === currentUserId) return response;
  throw new HttpError(409, `409: ${ACCOUNT_CHANGED}`, { code: ACCOUNT_CHANGED });
}

/** Runs a call that ends as NoAnswer after `ms`; `signal` still aborts it earlier. */
async function withTimeout<T>(
  ms: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new NoAnswer()), ms);
  const forwardAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', forwardAbort);
  if (signal?.aborted) forwardAbort();
  try {
    return await call(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', forwardAbort);
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

export const randomHex = (byteCount: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** A new W3C trace context for a request. The trace begins in the browser; the server decides whether to record it. */
export const traceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-01`;
