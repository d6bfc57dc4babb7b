import '@mantine/core/styles/Drawer.layer.css';
import { CloseButton, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useCallback, useRef } from 'react';
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
 * A list and the panel of one of its records: an aside where there is room, a drawer where there is not, the whole
 * screen on a phone. Esc closes it and leads back to the row.
 */
export function WithPanel({ children, ...panel }: WithPanelProps) {
  const beside = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const opened = panel.title !== null;
  const list = useRef<HTMLDivElement>(null);
  const close = () => {
    // Focus that stood in the aside would be lost with it.
    const row = list.current?.querySelector<HTMLElement>('tr[data-open], li[data-open]');
    panel.onClose();
    row?.focus({ preventScroll: true });
  };
  useShortcuts({ Escape: beside && opened ? close : undefined });
  return (
    <div className={classes.layout} data-open={(opened && beside) || undefined}>
      <div ref={list} className={classes.list}>
        {children}
      </div>
      {beside ? <Aside {...panel} onClose={close} /> : <Sheet {...panel} />}
    </div>
  );
}

function Aside({ title, body, footer, onClose }: PanelProps) {
  const aside = useRoomBelow();
  if (title === null) return null;
  return (
    <aside ref={aside} className={classes.aside} aria-label={title}>
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

/** Keeps the foot of the panel in sight, however far down its top stands before the page is scrolled. */
function useRoomBelow(): (aside: HTMLElement | null) => (() => void) | undefined {
  return useCallback((aside: HTMLElement | null) => {
    if (aside === null) return undefined;
    const measure = () => aside.style.setProperty('--panel-top', `${aside.getBoundingClientRect().top}px`);
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);
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
