import { type DefaultOptions, QueryClient } from '@tanstack/react-query';

/*
 * What a failure means in this application, in one place. A call ends in one of four ways:
 *
 * - done;
 * - refused: the server said no. Final; its own words are shown;
 * - not done: 503 of a part that is away. Shown as failed;
 * - unknown: no answer, none in time, 408, 429, 5xx. Shown as failed; it may have been done all the same, and its key
 *   lives until a clear yes or no (`idempotency.ts`).
 *
 * Offline is a failure like any other: shown at once and taken back on the screen. Nothing waits for the network, and
 * nothing is sent later that nobody looks at any more.
 * A failed refetch keeps what is on the screen: a place shows an error only where it never had anything else to show.
 * A line that comes (back) reads again, once, what is on the screen (`features/live`).
 * Another account in this browser ends all that belonged to the one before (`session.ts`).
 */

/**
 * Data stays until an action or a server event refreshes it: never stale, no refetch on focus, no retry (spec §9).
 * `always`: no query and no change is put off until the browser calls itself online.
 */
const POLICY: DefaultOptions = {
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

const NO_CONNECTION = 'Sem conexão com o servidor. Verifique sua internet e tente novamente.';

/** No answer: the network failed, or the time was up. Whether it was done is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(cause?: unknown) {
    super(NO_CONNECTION, { cause });
  }
}

/** The server's clear no: nothing was done, nor will be. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && error.status !== 408 && error.status !== 429;

/** Why the server shows no such page of a list; undefined for any other failure. Asked again, it says so again. */
export const refusedPage = (error: unknown): string | undefined =>
  error instanceof HttpError ? error.fields.page : undefined;

/** The server's message when there is one, else the text that the specification prescribes (spec §8). */
export function messageOf(error: unknown, prescribed: string): string {
  return error instanceof HttpError && error.body.message ? error.message : prescribed;
}

/** The server's message when there is one; that there is no connection when that is it; else the given text. */
export function reasonOf(error: unknown, fallback: string): string {
  return error instanceof NoAnswer ? error.message : messageOf(error, fallback);
}

/** As much of a query as its failure is judged by. */
interface Loaded {
  readonly data: unknown;
  readonly error: Error | null;
}

/** True where there is nothing to show: the only failure that may take the place of a screen. */
export const failedToLoad = ({ data, error }: Loaded): boolean => data === undefined && error !== null;

/** True where what is shown may be old: the last try to read it again failed. */
export const failedToRefresh = ({ data, error }: Loaded): boolean => data !== undefined && error !== null;

/** Above the deadline that the server gives itself for nearly all it does (5 s), so that its own word comes first. */
const COMMAND_MS = 9_000;
const READ_MS = 20_000;
/** Where the server waits for hashing, a provider or a whole year's figures, or changes thousands: its deadlines, and a little. */
const SLOW: readonly [path: RegExp, ms: number][] = [
  [/^\/api\/(login(\/.*)?|register|auth\/(change-password|change-email|confirm|reset-password))$/, 17_000],
  [/^\/api\/admin\/users\/[^/]+(\/(reset-password|restore-assignments))?$/, 17_000],
  [/\/credit-payment$/, 17_000],
  // Up to 3 MB on a slow line.
  [/\/government\/files$/, 60_000],
  [/\/payment-intent$|^\/api\/payments\/|^\/api\/admin\/webhook-events\//, 37_000],
];

/** How long an answer is waited for, ms. A half-open line says nothing for ever. */
export function timeLimit(method: string, path: string): number {
  const slow = method === 'GET' ? undefined : SLOW.find(([pattern]) => pattern.test(path));
  return slow?.[1] ?? (method === 'GET' ? READ_MS : COMMAND_MS);
}

function stringRecord(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export const createQueryClient = (): QueryClient => new QueryClient({ defaultOptions: POLICY });
