import { type RefObject, useEffect, useRef } from 'react';

/**
 * Where the focus goes when a dialog is closed and what opened it has gone meanwhile, such as the button that pays: a dialog
 * gives it back to its opener alone.
 * @param isOpen the dialog is
 * @param isGone what opened it is no longer there
 */
export function useFocusAfter<Home extends HTMLElement>(
  isOpen: boolean,
  isGone: boolean,
): RefObject<Home | null> {
  const home = useRef<Home>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    else if (wasOpen.current && isGone) {
      wasOpen.current = false;
      home.current?.focus({ preventScroll: true });
    }
  }, [isOpen, isGone]);
  return home;
}
