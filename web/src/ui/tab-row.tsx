import { Tabs } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import classes from './tab-row.module.css';

/** A row of tabs that scrolls horizontally on narrow screens; the selected tab is kept in view. */
export function TabRow({
  label,
  selected,
  children,
}: {
  label: string;
  selected: string;
  children: ReactNode;
}) {
  const list = useVisibleTab<HTMLDivElement>(selected);
  return (
    <Tabs.List ref={list} aria-label={label} className={classes.row}>
      {children}
    </Tabs.List>
  );
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value} className={classes.panel}>
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
