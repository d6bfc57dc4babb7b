import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

/** The active scheme: the class `dark` on the root element, which only `public/theme.js` sets. */
export function currentScheme(): ColorScheme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

/** Calls `listener` on each change of the scheme. @returns unsubscribe */
export function onSchemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(onSchemeChange, currentScheme);
}
