import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ref of the element to focus when a dialog is closed but its opener has been removed, such as a pay button after
 * payment: Mantine returns the focus only to the opener.
 * @param isOpen the dialog is open
 * @param isGone the opener has been removed
 */
export function useFocusAfterClose<Home extends HTMLElement>(
  isOpen: boolean,
  isGone: boolean,
): RefObject<Home | null> {
  const fallback = useRef<Home>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    else if (wasOpen.current && isGone) {
      wasOpen.current = false;
      fallback.current?.focus({ preventScroll: true });
    }
  }, [isOpen, isGone]);
  return fallback;
}
