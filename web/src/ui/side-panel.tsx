import '@mantine/core/styles/Drawer.layer.css';
import { CloseButton, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import clsx from 'clsx';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './side-panel.module.css';
import { texts as t } from './texts.ts';
import { PANEL_TITLE_ATTRIBUTE } from './use-row-cursor.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Media query of screens that show the panel beside the list; on smaller screens it covers the list. */
const WIDE_SCREEN_QUERY = '(min-width: 80em)';

interface PanelProps {
  /** null if no record is open. */
  readonly title: string | null;
  readonly onClose: () => void;
  /** Content of the panel, rendered only while it is open. */
  readonly body: ReactNode;
  /** Footer with actions; stays visible while the content scrolls. */
  readonly footer?: ReactNode;
}

/**
 * A list with a panel for one of its records: beside the list on wide screens, else a drawer, on a phone the whole
 * screen. Esc closes the panel and returns the focus to the row.
 */
export function ListWithPanel({ children, ...panel }: PanelProps & { readonly children: ReactNode }) {
  const isBeside = useMediaQuery(WIDE_SCREEN_QUERY, true, { getInitialValueInEffect: false });
  const opened = panel.title !== null;
  const list = useRef<HTMLDivElement>(null);
  useRoomForPanel(list, opened && isBeside);
  const close = () => {
    // Move the focus to the row, because the focused panel disappears.
    const row = list.current?.querySelector<HTMLElement>('tr[data-open], li[data-open]');
    panel.onClose();
    row?.focus({ preventScroll: true });
  };
  useShortcuts({ Escape: isBeside && opened ? close : undefined });
  return (
    <>
      <div ref={list} className="min-w-0">
        {children}
      </div>
      {isBeside ? <PanelBeside {...panel} onClose={close} /> : <PanelDrawer {...panel} />}
    </>
  );
}

/** Attribute of a list with an open panel beside it; the styles in app/theme.css then make room for the panel. */
const PANEL_BESIDE_ATTRIBUTE = 'data-panel-beside';

/**
 * Makes room for an open panel, and removes that room when it closes. This changes the height of the rows above the
 * open row, so the page is scrolled to keep the open row in place.
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
      const topBefore = anchor.getBoundingClientRect().top;
      list.current.toggleAttribute(PANEL_BESIDE_ATTRIBUTE, isPanelBeside);
      const top = anchor.getBoundingClientRect().top - topBefore;
      // On the first render with an open panel, there is no previous scroll position to keep.
      if (!isFirstRender.current) window.scrollBy({ top, behavior: 'instant' });
    }
    isFirstRender.current = false;
  });
}

const HEADER_CLASSES = 'items-start gap-3 pr-3 pl-5 pt-4 pb-3 border-b border-line';
const TITLE_CLASSES = 'g2-title min-w-0 leading-[1.4] wrap-anywhere';

function PanelBeside({ title, onClose, ...content }: PanelProps) {
  if (title === null) return null;
  return (
    <aside className={clsx(classes.aside, 'g2-panel flex flex-col overflow-hidden')} aria-label={title}>
      <div className={clsx(HEADER_CLASSES, 'flex justify-between')}>
        <h2 className={TITLE_CLASSES} tabIndex={-1} {...{ [PANEL_TITLE_ATTRIBUTE]: true }}>
          {title}
        </h2>
        <CloseButton aria-label={t.closePanel} onClick={onClose} />
      </div>
      <PanelContent {...content} />
    </aside>
  );
}

function PanelDrawer({ title, onClose, ...content }: PanelProps) {
  return (
    <Drawer
      opened={title !== null}
      onClose={onClose}
      position="right"
      size="min(100%, 480px)"
      title={title}
      closeButtonProps={{ 'aria-label': t.closePanel }}
      classNames={{
        content: 'flex flex-col bg-surface',
        header: clsx(HEADER_CLASSES, 'flex-none bg-surface'),
        title: TITLE_CLASSES,
        body: 'flex-auto flex flex-col min-h-0 p-0',
      }}
    >
      {title !== null && <PanelContent {...content} />}
    </Drawer>
  );
}

/** The scroll padding keeps a field that is focused with Tab away from the panel's edges. */
function PanelContent({ body, footer }: Pick<PanelProps, 'body' | 'footer'>) {
  return (
    <>
      <div className="flex-auto min-h-0 pt-4 px-5 pb-5 overflow-y-auto scroll-py-18">{body}</div>
      {footer !== undefined && (
        <div className="flex-none pt-3 px-5 pb-4 border-t border-line bg-surface">{footer}</div>
      )}
    </>
  );
}
