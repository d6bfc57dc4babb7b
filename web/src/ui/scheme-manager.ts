import type { MantineColorSchemeManager } from '@mantine/core';
import { currentScheme, onSchemeChange } from '../lib/color-scheme.ts';

/** Makes Mantine follow the application's colour scheme; it never changes the scheme itself. */
export function createSchemeManager(): MantineColorSchemeManager {
  let stopListening: (() => void) | undefined;
  return {
    // Without a document, the page is being prerendered; its markup works with both schemes.
    get: () => (typeof document === 'undefined' ? 'light' : currentScheme()),
    set: () => undefined,
    subscribe: (onUpdate) => {
      stopListening = onSchemeChange(() => onUpdate(currentScheme()));
      // The scheme may have changed between Mantine's first read and this subscription.
      onUpdate(currentScheme());
    },
    unsubscribe: () => stopListening?.(),
    clear: () => undefined,
  };
}
