/** Keys under this prefix hold personal data and go when somebody signs out. */
const PRIVATE_PREFIX = 'g2.';
/** How long what is kept waits for its owner: computers are shared, and not everybody comes back. */
const KEPT_MS = 7 * 86_400_000;

/** What is kept under a name, or null; whatever cannot be read, and what is older than 7 days, counts as nothing kept. */
export function readPrivate(name: string): unknown {
  try {
    return valueIn(localStorage.getItem(PRIVATE_PREFIX + name), Date.now()) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a value in this browser until its owner signs out, 7 days at most. Names carry the owner's id. */
export function writePrivate(name: string, value: unknown): void {
  try {
    localStorage.setItem(PRIVATE_PREFIX + name, JSON.stringify({ at: Date.now(), value }));
  } catch {
    // A full or blocked storage costs the memory, not the work.
  }
}

export function removePrivate(name: string): void {
  try {
    localStorage.removeItem(PRIVATE_PREFIX + name);
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

/** Removes what this browser keeps of the account that signs out; the theme stays. */
export function clearPrivateStorage(): void {
  removeWhere(() => true);
}

const OWNER = 'owner';

/** Says whose this browser is now: what it kept of another account goes. */
export function claimPrivateStorage(userId: string): void {
  const owner = readPrivate(OWNER);
  if (owner !== null && owner !== userId) clearPrivateStorage();
  writePrivate(OWNER, userId);
}

/** Removes what nobody came back for. */
export function sweepPrivateStorage(): void {
  const now = Date.now();
  removeWhere((text) => valueIn(text, now) === undefined);
}

const SWEEP_MS = 3_600_000;

/** Does so now and as long as the page is open: each hour, and when somebody comes back to it. */
export function keepPrivateStorageSwept(): void {
  sweepPrivateStorage();
  setInterval(sweepPrivateStorage, SWEEP_MS);
  document.addEventListener('visibilitychange', sweepPrivateStorage);
}

function removeWhere(goes: (text: string | null) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PRIVATE_PREFIX) && goes(localStorage.getItem(key))) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}

/** undefined where the text is nothing that was kept here, or too old; a time to come counts as none. */
function valueIn(text: string | null, now: number): unknown {
  try {
    const kept = JSON.parse(text ?? 'null') as unknown;
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('value' in kept)) return undefined;
    const age = now - Number(kept.at);
    return age >= 0 && age < KEPT_MS ? kept.value : undefined;
  } catch {
    return undefined;
  }
}
