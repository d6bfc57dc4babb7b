import type { MantineColorSchemeManager } from '@mantine/core';
import { onScheme, shownScheme } from '../lib/color-scheme.ts';

/** Makes Mantine follow the application's colour scheme; it never changes the scheme itself. */
export function createSchemeManager(): MantineColorSchemeManager {
  let leave: (() => void) | undefined;
  return {
    // Without a document, the page is being prerendered; its markup works with both schemes.
    get: () => (typeof document === 'undefined' ? 'light' : shownScheme()),
    set: () => undefined,
    subscribe: (onUpdate) => {
      leave = onScheme(() => onUpdate(shownScheme()));
      // The scheme may have changed between Mantine's first read and this subscription.
      onUpdate(shownScheme());
    },
    unsubscribe: () => leave?.(),
    clear: () => undefined,
  };
}
