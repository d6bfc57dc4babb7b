/** A promise awaited later: its failure meanwhile does not count as unhandled. */
export function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
