/** Avoids an unhandled rejection for a promise awaited later. */
export function ignoreUnhandledRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
