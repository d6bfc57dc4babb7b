type Finish = () => Promise<unknown>;

const waiting = new Set<Finish>();

/** Registers unsent work that must be sent before sign-out. Returns a function that removes it. */
export function onSigningOut(finish: Finish): () => void {
  waiting.add(finish);
  return () => waiting.delete(finish);
}

/** Sends all pending work while the session still exists; failures are ignored. */
export async function finishPending(): Promise<void> {
  await Promise.allSettled([...waiting].map((finish) => finish()));
}
