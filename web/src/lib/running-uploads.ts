let running: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Stores which registrations have an upload from this page that is running or has an unknown outcome. */
export function setRunning(registrationIds: readonly string[]): void {
  const isSame = registrationIds.length === running.size && registrationIds.every((id) => running.has(id));
  if (isSame) return;
  running = new Set(registrationIds);
  for (const listener of listeners) listener();
}

export const isUploadRunning = (registrationId: string): boolean => running.has(registrationId);

export function subscribeRunningUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
