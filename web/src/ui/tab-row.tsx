import { Tabs } from '@mantine/core';
import clsx from 'clsx';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** Classes of a row that scrolls horizontally above a fixed line. */
export const SCROLLING_ROW_CLASSES =
  'relative flex-nowrap overflow-x-auto overflow-y-hidden [scrollbar-width:none] ' +
  'shadow-[inset_0_-2px_0_var(--g2-line)]';

/** Hides Mantine's line (`::before`), which would scroll with the tabs. */
const TAB_CLASSES = '[--tab-hover-color:var(--g2-sunken)] before:hidden *:flex-none *:py-3 *:px-4';

interface TabRowProps {
  readonly label: string;
  readonly selected: string;
  readonly children: ReactNode;
}

/** A row of tabs that scrolls horizontally on narrow screens; the selected tab is kept in view. */
export function TabRow({ label, selected, children }: TabRowProps) {
  const list = useVisibleTab<HTMLDivElement>(selected);
  return (
    <Tabs.List ref={list} aria-label={label} className={clsx(SCROLLING_ROW_CLASSES, TAB_CLASSES)}>
      {children}
    </Tabs.List>
  );
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value} className="pt-6">
      {children}
    </Tabs.Panel>
  );
}

/** Keeps the selected item of a row in view, also when the window is resized or the phone is turned. */
export function useVisibleTab<Row extends HTMLElement>(selected: string): RefObject<Row | null> {
  const list = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each selection.
  useEffect(() => {
    const scrollToSelected = () => {
      const tabs = list.current;
      const tab = tabs?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]');
      // scrollIntoView would also scroll the page.
      if (tabs && tab) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    };
    // Wait for the next frame: reading the layout now would force an extra layout.
    const frame = requestAnimationFrame(scrollToSelected);
    window.addEventListener('resize', scrollToSelected);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', scrollToSelected);
    };
  }, [selected]);
  return list;
}
