import type { MantineColorSchemeManager } from '@mantine/core';
import { shownScheme } from '../lib/color-scheme.ts';

/**
 * Mantine follows the class `dark` of the document root, which theme.js sets before the first paint and
 * lib/color-scheme.ts afterwards. It decides nothing itself.
 */
export function createSchemeManager(): MantineColorSchemeManager {
  let observer: MutationObserver | undefined;
  return {
    // Without a document the page is being prerendered; its markup holds the colours of both schemes.
    get: () => (typeof document === 'undefined' ? 'light' : shownScheme()),
    set: () => undefined,
    subscribe: (onUpdate) => {
      observer = new MutationObserver(() => onUpdate(shownScheme()));
      observer.observe(document.documentElement, { attributeFilter: ['class'] });
    },
    unsubscribe: () => observer?.disconnect(),
    clear: () => undefined,
  };
}
