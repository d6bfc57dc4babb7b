/** Name of the Web Lock of the tab that sends the file; the browser releases the lock when the tab closes. */
const lockNameOf = (registrationId: string): string => `g2-upload.${registrationId}`;

/** Holds the registration's upload lock until `done` settles, so that other tabs see that this tab sends the file. */
export function holdUploadLock(registrationId: string, done: Promise<unknown>): void {
  // navigator.locks is missing on pages served over plain HTTP.
  navigator.locks
    ?.request(lockNameOf(registrationId), () => done.catch(() => undefined))
    .catch(() => undefined);
}

/** Those of the given registrations whose file is being sent by a tab of this browser. */
export async function uploadsInAnyTab(registrationIds: readonly string[]): Promise<readonly string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const heldNames = new Set(held.map(({ name }) => name));
  return registrationIds.filter((id) => heldNames.has(lockNameOf(id)));
}
