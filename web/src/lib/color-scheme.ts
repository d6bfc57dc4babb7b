import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

const KEY = 'theme';
const listeners = new Set<() => void>();

/**
 * The scheme in force: the class `dark` of the document root, which theme.js sets before the first paint, and the
 * attribute that Mantine's styles go by.
 */
export function shownScheme(): ColorScheme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function show(scheme: ColorScheme): void {
  document.documentElement.classList.toggle('dark', scheme === 'dark');
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  for (const listener of listeners) listener();
}

function stored(): ColorScheme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

/** Until the visitor has chosen, the page follows the system from here on; another tab's choice counts too. */
export function followColorScheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => show(stored() ?? (system.matches ? 'dark' : 'light'));
  system.addEventListener('change', follow);
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) follow();
  });
}

/** Flips between light and dark, and remembers the choice. */
export function toggleColorScheme(): void {
  const next = shownScheme() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage may be blocked; the choice then holds for this visit only.
  }
  show(next);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colour scheme in force, as it changes. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, shownScheme);
}
