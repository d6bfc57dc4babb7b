type Finish = () => Promise<unknown>;

const waiting = new Set<Finish>();

/** Has work that still waits to be sent finished before somebody signs out. Answers what takes it off the list again. */
export function onSigningOut(finish: Finish): () => void {
  waiting.add(finish);
  return () => waiting.delete(finish);
}

/** Sends what still waits, while there is a session to send it in; whatever comes of it. */
export async function finishPending(): Promise<void> {
  await Promise.allSettled([...waiting].map((finish) => finish()));
}
