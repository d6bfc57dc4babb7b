import type { MantineColorSchemeManager } from '@mantine/core';

let observer: MutationObserver | undefined;

const shown = () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light');

/**
 * Mantine follows the class `dark` of the document root, which theme.js sets before the first paint and
 * lib/color-scheme.ts afterwards. It decides nothing itself.
 */
export const schemeManager: MantineColorSchemeManager = {
  // Without a document the page is being prerendered; its markup holds the colours of both schemes.
  get: () => (typeof document === 'undefined' ? 'light' : shown()),
  set: () => undefined,
  subscribe: (onUpdate) => {
    observer = new MutationObserver(() => onUpdate(shown()));
    observer.observe(document.documentElement, { attributeFilter: ['class'] });
  },
  unsubscribe: () => observer?.disconnect(),
  clear: () => undefined,
};
