import type { MantineColorSchemeManager } from '@mantine/core';
import { onScheme, shownScheme } from '../lib/color-scheme.ts';

/** Mantine follows the scheme that is shown. It decides nothing itself. */
export function createSchemeManager(): MantineColorSchemeManager {
  let leave: (() => void) | undefined;
  return {
    // Without a document the page is being prerendered; its markup holds the colours of both schemes.
    get: () => (typeof document === 'undefined' ? 'light' : shownScheme()),
    set: () => undefined,
    subscribe: (onUpdate) => {
      leave = onScheme(() => onUpdate(shownScheme()));
      // The button may have been pressed since Mantine read the scheme.
      onUpdate(shownScheme());
    },
    unsubscribe: () => leave?.(),
    clear: () => undefined,
  };
}
