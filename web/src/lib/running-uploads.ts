let runningIds: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Sets the registrations whose upload was started on this page and is running or has an unknown outcome. */
export function setRunningUploads(registrationIds: readonly string[]): void {
  const isUnchanged =
    registrationIds.length === runningIds.size && registrationIds.every((id) => runningIds.has(id));
  if (isUnchanged) return;
  runningIds = new Set(registrationIds);
  for (const listener of listeners) listener();
}

export const isUploadRunning = (registrationId: string): boolean => runningIds.has(registrationId);

export function subscribeRunningUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
