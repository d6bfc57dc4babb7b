import { type DefaultOptions, QueryClient } from '@tanstack/react-query';

/*
 * The policy of this application for failed calls. A call ends in one of four ways:
 *
 * - done;
 * - refused: the server rejected the call. The refusal is final, and the server's message is shown;
 * - not done: 503 because a service is unavailable. Shown as failed;
 * - unknown: no answer, a timeout, 408, 429 or 5xx. Shown as failed. The server may still have executed the call, so
 *   its idempotency key is kept until the server accepts or refuses the call (`idempotency.ts`).
 *
 * Offline counts as any other failure: it is shown at once, and an optimistic update is undone. No call waits for the
 * network, and no call is sent later.
 * A failed refetch keeps the data on the screen: an error view replaces a part of a page only if it never had data.
 * When the event stream (re)connects, the data on the screen is read again, once (`features/live`).
 * When another account signs in, all data of the previous account is dropped (`session.ts`).
 */

/**
 * Data stays until an action or a server event refreshes it: never stale, no refetch on focus, no retry (spec §9).
 * `networkMode: 'always'`: queries and mutations run even while the browser reports that it is offline.
 */
const QUERY_DEFAULTS: DefaultOptions = {
  queries: {
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    retry: false,
  },
  mutations: { networkMode: 'always', retry: false },
};

/** A refused or failed call. `message` can be shown in a toast; `fields` has an error text for each invalid field. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The parsed error body, for calls with additional properties in their errors. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, body: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : '';
    this.fields = stringPropertiesOf(body.fields);
    this.body = body;
  }
}

const NO_CONNECTION_TEXT = 'Sem conexão com o servidor. Verifique sua internet e tente novamente.';

/** No answer: the network failed or the call timed out. Whether the server executed the call is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(cause?: unknown) {
    super(NO_CONNECTION_TEXT, { cause });
  }
}

/** True for a final refusal by the server: the call was not executed and will not be. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && error.status !== 408 && error.status !== 429;

/** The server's reason for refusing a page number of a list; undefined for any other failure. A retry does not help. */
export const pageRefusalOf = (error: unknown): string | undefined =>
  error instanceof HttpError ? error.fields.page : undefined;

/** The server's message if there is one, else `fallback`, the text of the specification (spec §8). */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof HttpError && error.body.message ? error.message : fallback;
}

/** The server's message if there is one; the no-connection text for NoAnswer; else `fallback`. */
export function reasonOf(error: unknown, fallback: string): string {
  return error instanceof NoAnswer ? error.message : messageOf(error, fallback);
}

/** The properties of a query result that decide how a failure is shown. */
interface QueryState {
  readonly data: unknown;
  readonly error: Error | null;
}

/** True when a query failed and has no data: only then may an error view replace the content. */
export const failedToLoad = ({ data, error }: QueryState): boolean => data === undefined && error !== null;

/** True when the data on the screen may be outdated because the last refetch failed. */
export const failedToRefresh = ({ data, error }: QueryState): boolean => data !== undefined && error !== null;

/** Longer than the server's deadline for most commands (5 s), so that the server's error arrives first. */
const COMMAND_TIMEOUT_MS = 9_000;
const READ_TIMEOUT_MS = 20_000;
/** Timeouts, with a margin, of calls with a longer server deadline (password hashing, payment, bulk changes). */
const SLOW_COMMANDS: readonly [path: RegExp, ms: number][] = [
  [/^\/api\/(login(\/.*)?|register|auth\/(change-password|change-email|confirm|reset-password))$/, 17_000],
  [/^\/api\/admin\/users\/[^/]+(\/(reset-password|restore-assignments))?$/, 17_000],
  [/\/credit-payment$/, 17_000],
  // Uploads of up to 3 MB over a slow connection.
  [/\/government\/files$/, 60_000],
  [/\/payment-intent$|^\/api\/payments\/|^\/api\/admin\/webhook-events\//, 37_000],
];

/** Client timeout of a call, ms: without one, a half-open connection would hang for ever. */
export function timeoutMsOf(method: string, path: string): number {
  const slowCommand = method === 'GET' ? undefined : SLOW_COMMANDS.find(([pattern]) => pattern.test(path));
  return slowCommand?.[1] ?? (method === 'GET' ? READ_TIMEOUT_MS : COMMAND_TIMEOUT_MS);
}

function stringPropertiesOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export const createQueryClient = (): QueryClient => new QueryClient({ defaultOptions: QUERY_DEFAULTS });
