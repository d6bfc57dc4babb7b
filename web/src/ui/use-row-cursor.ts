import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { texts as t } from './texts.ts';
import type { Selection } from './use-selection.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface CursorOptions<T> {
  readonly records: readonly T[];
  /** Changes when it is another list: the cursor starts anew. */
  readonly listKey: string;
  readonly nameOf: (record: T) => string;
  /** The record whose panel is open; the panel then follows the cursor. */
  readonly openId: string | null;
  readonly onOpen: ((record: T) => void) | undefined;
  readonly selection: Selection<T> | undefined;
  /** Tells a screen reader. */
  readonly announce: (text: string) => void;
}

/** What makes an element the row of a record, in a table as in a list of cards. */
interface RowBinding {
  readonly ref: (element: HTMLElement | null) => void;
  readonly tabIndex: 0 | -1;
  readonly 'data-open': true | undefined;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/** Where one stands in which list, and what is open as one comes there. */
interface Place {
  readonly id: string;
  readonly index: number;
  readonly listKey: string;
  readonly opens: readonly (string | null)[];
}

export type BindRow<T> = (record: T, index: number) => RowBinding;

/** The row one stands on: J and K move it, X selects, Enter opens. One row alone is in the order of Tab. */
export function useRowCursor<T extends { id: string }>(options: CursorOptions<T>): BindRow<T> {
  const { records, listKey, nameOf, openId, onOpen, selection, announce } = options;
  const [place, setPlace] = useState<Place | null>(null);
  const rows = useRef(new Map<string, HTMLElement>());
  const here = place?.listKey === listKey ? place : null;
  // A record that something else has opened since is where one stands: a link, Back, or the step that led on to it.
  const standsOn = here === null || (openId !== null && !here.opens.includes(openId)) ? openId : here.id;
  const found = records.findIndex(({ id }) => id === standsOn);
  // What is open by now may be so for a moment after another was asked for.
  const stand = ({ id }: T, index: number, opens = openId) =>
    setPlace({ id, index, listKey, opens: [openId, opens] });

  const move = (step: 1 | -1) => {
    const index = target(step, found, here?.index, records.length);
    const record = records[index];
    if (record === undefined) return;
    stand(record, index, openId === null ? null : record.id);
    const row = rows.current.get(record.id);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
    announce(t.row(index + 1, records.length, nameOf(record)));
    if (openId !== null && openId !== record.id) onOpen?.(record);
  };
  const toggle = () => {
    const record = records[found];
    if (selection === undefined || record === undefined) return;
    announce(selection.has(record.id) ? t.unselectedNow(nameOf(record)) : t.selectedNow(nameOf(record)));
    selection.toggle(record);
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), x: selection && toggle });

  return (record, index) => ({
    ref: (element) => {
      if (element === null) rows.current.delete(record.id);
      else rows.current.set(record.id, element);
    },
    tabIndex: index === Math.max(found, 0) ? 0 : -1,
    'data-open': record.id === openId || undefined,
    onFocus: () => {
      // Beside a panel focus comes back to a row from a dialog, when another record may be open by now.
      if (openId === null && standsOn !== record.id) stand(record, index);
    },
    onKeyDown: (event) => {
      // Enter on a link or button of the row is theirs.
      if (event.key !== 'Enter' || event.target !== event.currentTarget || onOpen === undefined) return;
      event.preventDefault();
      if (record.id === openId) return focusPanel();
      announce(t.panelOpened(nameOf(record)));
      stand(record, index, record.id);
      onOpen(record);
    },
    onClick: (event) => {
      if (onOpen === undefined || isOwnClick(event)) return;
      stand(record, index, record.id);
      onOpen(record);
    },
  });
}

/** The next index; a row that left while one stood on it counts as the gap between its neighbours. */
function target(step: 1 | -1, found: number, left: number | undefined, count: number): number {
  const last = count - 1;
  if (found >= 0) return Math.max(0, Math.min(last, found + step));
  if (left === undefined) return step === 1 ? 0 : last;
  return Math.max(0, Math.min(last, step === 1 ? left : left - 1));
}

/** A press on something in the row that acts itself, or the end of marking text. */
function isOwnClick({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  if (target.closest('a, button, input, label') !== null) return true;
  return window.getSelection()?.isCollapsed === false;
}

/** The panel's heading, by which one enters it. */
export const PANEL_TITLE = 'data-panel-title';

/** From a row into the panel that it opened. */
function focusPanel(): void {
  document.querySelector<HTMLElement>(`[${PANEL_TITLE}]`)?.focus();
}
