import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

const KEY = 'theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

let current: ColorScheme = initial();

function stored(): ColorScheme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

function initial(): ColorScheme {
  return stored() ?? (system.matches ? 'dark' : 'light');
}

function apply(scheme: ColorScheme): void {
  current = scheme;
  document.documentElement.classList.toggle('dark', scheme === 'dark');
  for (const listener of listeners) listener();
}

/** Flips between light and dark, and remembers the choice. */
export function toggleColorScheme(): void {
  const next = current === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage may be blocked; the choice then holds for this visit only.
  }
  apply(next);
}

// Until the visitor has chosen, the page follows the system; another tab's choice counts too.
system.addEventListener('change', () => apply(initial()));
window.addEventListener('storage', (event) => {
  if (event.key === KEY) apply(initial());
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colour scheme in force. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, () => current);
}
