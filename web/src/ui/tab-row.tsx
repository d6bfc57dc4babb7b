import { Tabs } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import classes from './tab-row.module.css';

/** A row of tabs that scrolls sideways where it has no room, as on a phone; the selected one is kept in sight. */
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

/** Keeps the selected one of a row in sight, also when the phone is turned. */
export function useVisibleTab<Row extends HTMLElement>(selected: string): RefObject<Row | null> {
  const list = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is the signal.
  useEffect(() => {
    const show = () => {
      const tabs = list.current;
      const tab = tabs?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]');
      // Not scrollIntoView: that would move the page as well.
      if (tabs && tab) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    };
    // With the frame, which lays the page out anyway: asked for at once, it would be laid out once more.
    const frame = requestAnimationFrame(show);
    window.addEventListener('resize', show);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', show);
    };
  }, [selected]);
  return list;
}
