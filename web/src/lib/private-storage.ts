/** Keys under this prefix hold personal data and go when somebody signs out. */
export const PRIVATE_PREFIX = 'g2.';

/** Removes what this browser keeps of the account that signs out; the theme stays. */
export function clearPrivateStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PRIVATE_PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // Blocked storage holds nothing to remove.
  }
}
