type FinishWork = () => Promise<unknown>;

const pendingWork = new Set<FinishWork>();

/** Registers unsent work that must be sent before sign-out. Returns a function that removes it. */
export function addPendingWork(finish: FinishWork): () => void {
  pendingWork.add(finish);
  return () => pendingWork.delete(finish);
}

/** Sends all pending work while the session still exists; failures are ignored. */
export async function finishPendingWork(): Promise<void> {
  await Promise.allSettled([...pendingWork].map((finish) => finish()));
}
