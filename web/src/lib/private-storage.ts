/** Keys under this prefix hold personal data and go when somebody signs out. */
const PRIVATE_PREFIX = 'g2.';

/** What is kept under a name, or null; whatever cannot be read counts as nothing kept. */
export function readPrivate(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PRIVATE_PREFIX + name) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Keeps a value in this browser until its owner signs out. Names carry the owner's id: computers are shared. */
export function writePrivate(name: string, value: unknown): void {
  try {
    localStorage.setItem(PRIVATE_PREFIX + name, JSON.stringify(value));
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
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PRIVATE_PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
