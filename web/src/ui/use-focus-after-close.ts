import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ref of the element to focus when a dialog closes and its opener no longer exists, such as the pay button after a
 * payment. Mantine returns the focus only to the opener.
 * @param isOpen the dialog is open
 * @param isOpenerRemoved the opener has been removed
 */
export function useFocusAfterClose<Target extends HTMLElement>(
  isOpen: boolean,
  isOpenerRemoved: boolean,
): RefObject<Target | null> {
  const fallback = useRef<Target>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    else if (wasOpen.current && isOpenerRemoved) {
      wasOpen.current = false;
      fallback.current?.focus({ preventScroll: true });
    }
  }, [isOpen, isOpenerRemoved]);
  return fallback;
}
