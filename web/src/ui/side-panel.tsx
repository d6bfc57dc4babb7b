import '@mantine/core/styles/Drawer.layer.css';
import { CloseButton, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './side-panel.module.css';
import { texts as t } from './texts.ts';
import { PANEL_TITLE_ATTRIBUTE } from './use-row-cursor.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** From this width on, the panel is beside the list; below it, the panel covers the list. */
const WIDE_SCREEN = '(min-width: 80em)';

interface PanelProps {
  /** null if no record is open. */
  readonly title: string | null;
  readonly onClose: () => void;
  /** Content of the panel, rendered only while it is open. */
  readonly body: ReactNode;
  /** Footer with actions; stays visible while the content scrolls. */
  readonly footer?: ReactNode;
}

interface ListWithPanelProps extends PanelProps {
  readonly children: ReactNode;
}

/**
 * A list with a panel for one of its records: beside the list on wide screens, else a drawer, on a phone the whole
 * screen. Esc closes the panel and returns the focus to the row.
 */
export function ListWithPanel({ children, ...panel }: ListWithPanelProps) {
  const beside = useMediaQuery(WIDE_SCREEN, true, { getInitialValueInEffect: false });
  const opened = panel.title !== null;
  const list = useRef<HTMLDivElement>(null);
  useRoomForPanel(list, opened && beside);
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
      {beside ? <PanelBeside {...panel} onClose={close} /> : <PanelDrawer {...panel} />}
    </>
  );
}

/** Attribute of a list with an open panel beside it: the page's styles then make room (app/theme.css). */
const PANEL_BESIDE_ATTRIBUTE = 'data-panel-beside';

/**
 * Makes room for the panel or takes it back. This changes the height of the rows above the open one, so the page is
 * scrolled to keep the open row in place.
 */
function useRoomForPanel(list: RefObject<HTMLDivElement | null>, isPanelBeside: boolean): void {
  const row = useRef<Element | null>(null);
  const isFirstRender = useRef(true);
  useLayoutEffect(() => {
    if (list.current === null) return;
    // When the panel closes, no row is open any more: use the last open one.
    row.current = list.current.querySelector('[data-open]') ?? row.current;
    if (list.current.hasAttribute(PANEL_BESIDE_ATTRIBUTE) !== isPanelBeside) {
      const anchor = row.current?.isConnected ? row.current : list.current;
      const before = anchor.getBoundingClientRect().top;
      list.current.toggleAttribute(PANEL_BESIDE_ATTRIBUTE, isPanelBeside);
      const top = anchor.getBoundingClientRect().top - before;
      // On the first render with an open panel, there is no previous scroll position to keep.
      if (!isFirstRender.current) window.scrollBy({ top, behavior: 'instant' });
    }
    isFirstRender.current = false;
  });
}

function PanelBeside({ title, body, footer, onClose }: PanelProps) {
  if (title === null) return null;
  return (
    <aside className={classes.aside} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title} tabIndex={-1} {...{ [PANEL_TITLE_ATTRIBUTE]: true }}>
          {title}
        </h2>
        <CloseButton aria-label={t.closePanel} onClick={onClose} />
      </div>
      <div className={classes.body}>{body}</div>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </aside>
  );
}

function PanelDrawer({ title, body, footer, onClose }: PanelProps) {
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
