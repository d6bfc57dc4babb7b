/** Storage keys with this prefix hold personal data and are removed on sign-out. */
const PRIVATE_PREFIX = 'g2.';
/** Maximum age of stored personal data: computers are shared, and some users never return to sign out. */
const MAX_AGE_MS = 7 * 86_400_000;

/** The value stored under a name; null if there is none, it cannot be parsed, or it is older than 7 days. */
export function readPrivate(name: string): unknown {
  try {
    return parseStored(localStorage.getItem(PRIVATE_PREFIX + name), Date.now()) ?? null;
  } catch {
    return null;
  }
}

/** Stores a value in this browser until its owner signs out, for at most 7 days. The name contains the owner's id. */
export function writePrivate(name: string, value: unknown): void {
  try {
    localStorage.setItem(PRIVATE_PREFIX + name, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // If storage is full or blocked, the value is not stored; the user can go on working.
  }
}

export function removePrivate(name: string): void {
  try {
    localStorage.removeItem(PRIVATE_PREFIX + name);
  } catch {
    // If storage is blocked, there is no value to remove.
  }
}

/** Removes the personal data that this browser stores for the account that signs out; the theme stays. */
export function clearPrivateStorage(): void {
  removeWhere(() => true);
}

/** Name of the stored value that holds the id of the account. */
const OWNER_NAME = 'owner';

/** Records the account that now uses this browser, and removes the stored data of any other account. */
export function claimPrivateStorage(userId: string): void {
  const owner = readPrivate(OWNER_NAME);
  if (owner !== null && owner !== userId) clearPrivateStorage();
  writePrivate(OWNER_NAME, userId);
}

/** Removes stored values that are older than 7 days or invalid. */
export function sweepPrivateStorage(): void {
  const now = Date.now();
  removeWhere((text) => parseStored(text, now) === undefined);
}

const SWEEP_INTERVAL_MS = 3_600_000;

/** Removes expired values now, each hour, and when the tab is shown or hidden. */
export function sweepPrivateStorageRegularly(): void {
  sweepPrivateStorage();
  setInterval(sweepPrivateStorage, SWEEP_INTERVAL_MS);
  document.addEventListener('visibilitychange', sweepPrivateStorage);
}

function removeWhere(matches: (text: string | null) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PRIVATE_PREFIX) && matches(localStorage.getItem(key))) localStorage.removeItem(key);
    }
  } catch {
    // If storage is blocked, there is no value to remove.
  }
}

/** The stored value; undefined if it is invalid, too old, or dated in the future. */
function parseStored(text: string | null, now: number): unknown {
  try {
    const entry = JSON.parse(text ?? 'null') as unknown;
    if (typeof entry !== 'object' || entry === null) return undefined;
    if (!('at' in entry) || !('value' in entry)) return undefined;
    const age = now - Number(entry.at);
    return age >= 0 && age < MAX_AGE_MS ? entry.value : undefined;
  } catch {
    return undefined;
  }
}
