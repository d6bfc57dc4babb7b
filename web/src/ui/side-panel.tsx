import '@mantine/core/styles/Drawer.layer.css';
import { CloseButton, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './side-panel.module.css';
import { texts as t } from './texts.ts';
import { PANEL_TITLE } from './use-row-cursor.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** From this width on, the panel is beside the list; below it, the panel covers the list. */
const BESIDE = '(min-width: 80em)';

interface PanelProps {
  /** null if no record is open. */
  readonly title: string | null;
  readonly onClose: () => void;
  /** Content of the panel, rendered only while it is open. */
  readonly body: ReactNode;
  /** Footer with actions; stays visible while the content scrolls. */
  readonly footer?: ReactNode;
}

interface WithPanelProps extends PanelProps {
  readonly children: ReactNode;
}

/**
 * A list with a panel for one of its records: beside the list on wide screens, else a drawer, on a phone the whole
 * screen. Esc closes the panel and returns the focus to the row.
 */
export function WithPanel({ children, ...panel }: WithPanelProps) {
  const beside = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const opened = panel.title !== null;
  const list = useRef<HTMLDivElement>(null);
  useRoom(list, opened && beside);
  const close = () => {
    // Move the focus to the row: it would be lost with the closing panel.
    const row = list.current?.querySelector<HTMLElement>('tr[data-open], li[data-open]');
    panel.onClose();
    row?.focus({ preventScroll: true });
  };
  useShortcuts({ Escape: beside && opened ? close : undefined });
  return (
    <>
      <div ref={list} className={classes.list}>
        {children}
      </div>
      {beside ? <Aside {...panel} onClose={close} /> : <Sheet {...panel} />}
    </>
  );
}

/** Attribute of a list with an open panel beside it: the page's styles then make room (app/theme.css). */
const BESIDE_IT = 'data-panel-beside';

/**
 * Makes room for the panel or takes it back. This changes the height of the rows above the open one, so the page is
 * scrolled to keep the open row in place.
 */
function useRoom(list: RefObject<HTMLDivElement | null>, isTaken: boolean): void {
  const row = useRef<Element | null>(null);
  const isNew = useRef(true);
  useLayoutEffect(() => {
    if (list.current === null) return;
    // When the panel closes, no row is open any more: use the last open one.
    row.current = list.current.querySelector('[data-open]') ?? row.current;
    if (list.current.hasAttribute(BESIDE_IT) !== isTaken) {
      const held = row.current?.isConnected ? row.current : list.current;
      const before = held.getBoundingClientRect().top;
      list.current.toggleAttribute(BESIDE_IT, isTaken);
      const top = held.getBoundingClientRect().top - before;
      // On the first render with an open panel, there is no previous scroll position to keep.
      if (!isNew.current) window.scrollBy({ top, behavior: 'instant' });
    }
    isNew.current = false;
  });
}

function Aside({ title, body, footer, onClose }: PanelProps) {
  if (title === null) return null;
  return (
    <aside className={classes.aside} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title} tabIndex={-1} {...{ [PANEL_TITLE]: true }}>
          {title}
        </h2>
        <CloseButton aria-label={t.closePanel} onClick={onClose} />
      </div>
      <div className={classes.body}>{body}</div>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </aside>
  );
}

function Sheet({ title, body, footer, onClose }: PanelProps) {
  return (
    <Drawer
      opened={title !== null}
      onClose={onClose}
      position="right"
      size="min(100%, 480px)"
      title={title}
      closeButtonProps={{ 'aria-label': t.closePanel }}
      classNames={{
        content: classes.sheet ?? '',
        header: classes.sheetHead ?? '',
        title: classes.title ?? '',
        body: classes.sheetBody ?? '',
      }}
    >
      {title !== null && (
        <>
          <div className={classes.body}>{body}</div>
          {footer !== undefined && <div className={classes.footer}>{footer}</div>}
        </>
      )}
    </Drawer>
  );
}
