import '@mantine/core/styles/Drawer.layer.css';
import { CloseButton, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './side-panel.module.css';
import { texts as t } from './texts.ts';
import { PANEL_TITLE } from './use-row-cursor.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** From here on the panel stands beside the list, below it slides over it. */
const BESIDE = '(min-width: 80em)';

interface PanelProps {
  /** null while nothing is open. */
  readonly title: string | null;
  readonly onClose: () => void;
  /** What the panel shows; asked for only while it is open. */
  readonly body: ReactNode;
  /** Stays in sight below it: the actions. */
  readonly footer?: ReactNode;
}

interface WithPanelProps extends PanelProps {
  readonly children: ReactNode;
}

/**
 * A list and the panel of one of its records: an aside as high as the screen where there is room, a drawer where there is
 * not, the whole screen on a phone. Esc closes it and leads back to the row.
 */
export function WithPanel({ children, ...panel }: WithPanelProps) {
  const beside = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const opened = panel.title !== null;
  const list = useRef<HTMLDivElement>(null);
  useRoom(list, opened && beside);
  const close = () => {
    // Focus that stood in the aside would be lost with it.
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

/** Of a list: it has its panel beside it, and the page makes room for that (app/theme.css). */
const BESIDE_IT = 'data-panel-beside';

/**
 * Has the page make room for the panel, or take it back. What stands above the open row becomes higher or lower by that:
 * the row stays where it is on the screen.
 */
function useRoom(list: RefObject<HTMLDivElement | null>, isTaken: boolean): void {
  const row = useRef<Element | null>(null);
  const isNew = useRef(true);
  useLayoutEffect(() => {
    if (list.current === null) return;
    // As the panel goes no row is open any more: it is the one that was.
    row.current = list.current.querySelector('[data-open]') ?? row.current;
    if (list.current.hasAttribute(BESIDE_IT) !== isTaken) {
      const held = row.current?.isConnected ? row.current : list.current;
      const before = held.getBoundingClientRect().top;
      list.current.toggleAttribute(BESIDE_IT, isTaken);
      const top = held.getBoundingClientRect().top - before;
      // What comes with its panel open, nobody has seen yet.
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
