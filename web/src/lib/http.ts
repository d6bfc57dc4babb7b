import { traceparent } from './trace.ts';

/** A refused or failed call. `message` is fit for a toast; `fields` holds one text per invalid field. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The parsed error body, for the few calls that add something of their own to it. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, body: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : '';
    this.fields = stringRecord(body.fields);
    this.body = body;
  }
}

export interface RequestOptions {
  readonly body?: unknown;
  /** One per user intention, kept over retries, so that a repeated POST creates or charges once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

let unauthorized: () => void = () => undefined;

/** Sets what happens when a session has ended; the application shell is its one caller. */
export function onUnauthorized(listener: () => void): void {
  unauthorized = listener;
}

/** Reports an answer of 401 to the shell. Asking who is signed in, and signing in, are no ended session. */
export function reportStatus(status: number, method: string, path: string): void {
  const expected = (method === 'GET' && path === '/api/auth/user') || path === '/api/login';
  if (status === 401 && !expected) unauthorized();
}

/** Calls the API and answers the parsed JSON body (undefined on 204). Throws HttpError. */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(method, path, options);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** Calls the API and answers the raw response, for files. Throws HttpError. */
export async function send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', traceparent: traceparent() };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  const response = await fetch(path, {
    method,
    headers,
    credentials: 'include',
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  if (response.ok) return response;
  reportStatus(response.status, method, path);
  throw errorFrom(response.status, response.statusText, await response.text());
}

/** Builds the error of an answer: its `message`, else `"<status>: <body or status text>"` (spec §8). */
export function errorFrom(status: number, statusText: string, text: string): HttpError {
  const body = parseObject(text);
  const message = typeof body?.message === 'string' && body.message !== '' ? body.message : undefined;
  return new HttpError(status, message ?? `${status}: ${text || statusText}`, body ?? {});
}

/** Path with the given query; empty and absent values are left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The server's message when there is one, else the given text: a network failure has none, nor has a proxy's page. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof HttpError && error.body.message ? error.message : fallback;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function stringRecord(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
