import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { texts as t } from './texts.ts';
import type { Selection } from './use-selection.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface CursorOptions<T> {
  readonly records: readonly T[];
  /** Identifies the list; when it changes, the cursor is reset. */
  readonly listKey: string;
  readonly nameOf: (record: T) => string;
  /** Id of the record in the open panel; the panel then follows the cursor. */
  readonly openId: string | null;
  readonly onOpen: ((record: T) => void) | undefined;
  readonly selection: Selection<T> | undefined;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
}

/** Props that make an element the row of a record, in a table or a list of cards. */
interface RowBinding {
  readonly ref: (element: HTMLElement | null) => void;
  readonly tabIndex: 0 | -1;
  readonly 'data-open': true | undefined;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/** Cursor position. `panelIds`: ids of the panel's record before and after the cursor moved to this position. */
interface CursorPosition {
  readonly id: string;
  readonly index: number;
  readonly listKey: string;
  readonly panelIds: readonly (string | null)[];
}

export type BindRow<T> = (record: T, index: number) => RowBinding;

/** Keyboard cursor of a list: J and K move it, X selects, Enter opens. Only the current row can be reached with Tab. */
export function useRowCursor<T extends { id: string }>(options: CursorOptions<T>): BindRow<T> {
  const { records, listKey, nameOf, openId, onOpen, selection, announce } = options;
  const [position, setPosition] = useState<CursorPosition | null>(null);
  const rows = useRef(new Map<string, HTMLElement>());
  const cursor = position?.listKey === listKey ? position : null;
  // If something else (a link, Back or the next step) opened another record, the cursor moves to that record.
  const currentId =
    cursor === null || (openId !== null && !cursor.panelIds.includes(openId)) ? openId : cursor.id;
  const currentIndex = records.findIndex(({ id }) => id === currentId);
  // After a move, the panel may still show the previous record for a moment, so remember both ids.
  const setCursor = ({ id }: T, index: number, nextOpenId = openId) =>
    setPosition({ id, index, listKey, panelIds: [openId, nextOpenId] });

  const move = (step: 1 | -1) => {
    const index = nextIndex(step, currentIndex, cursor?.index, records.length);
    const record = records[index];
    if (record === undefined) return;
    setCursor(record, index, openId === null ? null : record.id);
    const row = rows.current.get(record.id);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
    announce(t.rowPosition(index + 1, records.length, nameOf(record)));
    if (openId !== null && openId !== record.id) onOpen?.(record);
  };
  const toggle = () => {
    const record = records[currentIndex];
    if (selection === undefined || record === undefined) return;
    const name = nameOf(record);
    announce(selection.has(record.id) ? t.recordDeselected(name) : t.recordSelected(name));
    selection.toggle(record);
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), x: selection && toggle });

  return (record, index) => ({
    ref: (element) => {
      if (element === null) rows.current.delete(record.id);
      else rows.current.set(record.id, element);
    },
    tabIndex: index === Math.max(currentIndex, 0) ? 0 : -1,
    'data-open': record.id === openId || undefined,
    onFocus: () => {
      // With an open panel, ignore focus on a row: a closing dialog may return it to a row that is no longer current.
      if (openId === null && currentId !== record.id) setCursor(record, index);
    },
    onKeyDown: (event) => {
      // Leave Enter on a link or button inside the row to that element.
      if (event.key !== 'Enter' || event.target !== event.currentTarget || onOpen === undefined) return;
      event.preventDefault();
      if (record.id === openId) return focusPanel();
      announce(t.panelOpened(nameOf(record)));
      setCursor(record, index, record.id);
      onOpen(record);
    },
    onClick: (event) => {
      if (onOpen === undefined || isIgnoredClick(event)) return;
      setCursor(record, index, record.id);
      onOpen(record);
    },
  });
}

/** Index of the next row in this direction. If the current row was removed, counts from the position it had. */
function nextIndex(
  step: 1 | -1,
  currentIndex: number,
  removedIndex: number | undefined,
  count: number,
): number {
  const lastIndex = count - 1;
  if (currentIndex >= 0) return Math.max(0, Math.min(lastIndex, currentIndex + step));
  if (removedIndex === undefined) return step === 1 ? 0 : lastIndex;
  return Math.max(0, Math.min(lastIndex, step === 1 ? removedIndex : removedIndex - 1));
}

/** True for a click that does not open the row: on a control inside it, or at the end of a text selection. */
function isIgnoredClick({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  if (target.closest('a, button, input, label') !== null) return true;
  return window.getSelection()?.isCollapsed === false;
}

/** Attribute of the panel's heading, which gets the focus when the user enters the panel. */
export const PANEL_TITLE_ATTRIBUTE = 'data-panel-title';

function focusPanel(): void {
  document.querySelector<HTMLElement>(`[${PANEL_TITLE_ATTRIBUTE}]`)?.focus();
}
