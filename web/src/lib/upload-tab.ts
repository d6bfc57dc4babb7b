/** Name of the Web Lock of the tab that sends the file; the browser releases the lock when the tab closes. */
const lockOf = (registrationId: string): string => `g2-upload.${registrationId}`;

/** Holds the registration's upload lock until `done` settles, so that other tabs see that this tab sends the file. */
export function holdUploadTab(registrationId: string, done: Promise<unknown>): void {
  // navigator.locks is missing on pages served over plain HTTP.
  navigator.locks?.request(lockOf(registrationId), () => done.catch(() => undefined)).catch(() => undefined);
}

/** The subset of these registrations with a file that some tab is sending now. */
export async function uploadsInAnyTab(registrationIds: readonly string[]): Promise<readonly string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return registrationIds.filter((id) => names.has(lockOf(id)));
}
