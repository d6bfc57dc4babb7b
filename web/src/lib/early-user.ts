const PATH = '/api/auth/user';

let earlyResponse: Promise<Response> | undefined;

/** Requests the signed-in user before the application's code is loaded. Called once, by `main.tsx`. */
export function requestUserEarly(): void {
  earlyResponse = fetch(PATH, { headers: { accept: 'application/json' }, credentials: 'include' });
  // The caller of `takeEarlyUser` handles the error.
  earlyResponse.catch(() => undefined);
}

/** The early response for the first request of the user; undefined for every other request. Rejects on `signal`. */
export function takeEarlyUser(
  method: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Response> | undefined {
  if (method !== 'GET' || path !== PATH || earlyResponse === undefined) return undefined;
  const response = earlyResponse;
  earlyResponse = undefined;
  if (signal === undefined) return response;
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([response, aborted]);
}
