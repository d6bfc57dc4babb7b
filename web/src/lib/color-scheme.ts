import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

/** The scheme in force: the class `dark` of the document root, which `public/theme.js` sets, and nobody else. */
export function shownScheme(): ColorScheme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

/** Calls back when it changes, until the returned function is called. */
export function onScheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** The colour scheme in force, as it changes. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(onScheme, shownScheme);
}
