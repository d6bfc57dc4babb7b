import { Tabs } from '@mantine/core';
import clsx from 'clsx';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** A row that scrolls horizontally, above a line that does not scroll with it. */
export const ROW =
  'relative flex-nowrap overflow-x-auto overflow-y-hidden [scrollbar-width:none] ' +
  'shadow-[inset_0_-2px_0_var(--g2-line)]';

/** Mantine's own line (`::before`) would scroll with the tabs. */
const TABS = '[--tab-hover-color:var(--g2-sunken)] before:hidden *:flex-none *:py-3 *:px-4';

interface TabRowProps {
  readonly label: string;
  readonly selected: string;
  readonly children: ReactNode;
}

/** A row of tabs that scrolls horizontally on narrow screens; the selected tab is kept in view. */
export function TabRow({ label, selected, children }: TabRowProps) {
  const list = useVisibleTab<HTMLDivElement>(selected);
  return (
    <Tabs.List ref={list} aria-label={label} className={clsx(ROW, TABS)}>
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is the signal.
  useEffect(() => {
    const show = () => {
      const tabs = list.current;
      const tab = tabs?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]');
      // scrollIntoView would also scroll the page.
      if (tabs && tab) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    };
    // Wait for the next frame: reading the layout now would force an extra layout.
    const frame = requestAnimationFrame(show);
    window.addEventListener('resize', show);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', show);
    };
  }, [selected]);
  return list;
}
