/** Held by the tab that sends, and let go by the browser when the tab closes. */
const lockOf = (registrationId: string): string => `g2-upload.${registrationId}`;

/** Tells the other tabs that this one sends a registration's file, until `over`. */
export function holdUploadTab(registrationId: string, over: Promise<unknown>): void {
  // Absent where the page came over plain HTTP.
  navigator.locks?.request(lockOf(registrationId), () => over.catch(() => undefined)).catch(() => undefined);
}

/** The registrations, of those given, whose file a tab is sending right now. */
export async function sentByATab(registrationIds: readonly string[]): Promise<readonly string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return registrationIds.filter((id) => names.has(lockOf(id)));
}
