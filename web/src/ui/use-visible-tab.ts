import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the selected tab in sight where the row of tabs scrolls sideways, as on a phone, also one that is turned. */
export function useVisibleTab(selected: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is the signal.
  useEffect(() => {
    const show = () => {
      const tabs = list.current;
      const tab = tabs?.querySelector<HTMLElement>('[aria-selected="true"]');
      // Not scrollIntoView: that would move the page as well.
      if (tabs && tab) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    };
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [selected]);
  return list;
}
