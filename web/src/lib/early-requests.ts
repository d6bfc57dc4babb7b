const USER = '/api/auth/user';
/**
 * What the dashboard shows first, as `shared/registration/api.ts` requests it; a test compares them. The constants of
 * the contract would make the entry script larger.
 */
const DASHBOARD = [
  '/api/registrations/stats',
  '/api/registrations?status=submitted%2Ccertificate_issued&sort=priority&waiting=true&limit=3',
  '/api/registrations?page=1&limit=12',
];
/** Requests of a page besides the user, by its URL without the origin. */
const PAGE_REQUESTS: Readonly<Record<string, readonly string[]>> = {
  '/': DASHBOARD,
  '/dashboard': DASHBOARD,
};
/** A response that is not read within this time after the page was opened is not used, ms. */
const USABLE_MS = 20_000;

const responses = new Map<string, Promise<Response>>();

/** Requests the signed-in user and the data of a page before the application's code is loaded. `url`: path and query */
export function requestEarly(url: string): void {
  for (const path of [USER, ...(PAGE_REQUESTS[url] ?? [])]) {
    const response = fetch(path, { headers: { accept: 'application/json' }, credentials: 'include' });
    // The caller of `takeEarlyResponse` handles the error.
    response.catch(() => undefined);
    responses.set(path, response);
  }
}

/** The early response for the first such request; undefined for every other request. Rejects on `signal`. */
export function takeEarlyResponse(
  method: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Response> | undefined {
  const response = method === 'GET' ? responses.get(path) : undefined;
  if (response === undefined) return undefined;
  responses.delete(path);
  if (performance.now() > USABLE_MS) return undefined;
  if (signal === undefined) return response;
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([response, aborted]);
}

/** Drops the responses that are not read yet: the next request may be of another account. */
export function dropEarlyResponses(): void {
  responses.clear();
}
