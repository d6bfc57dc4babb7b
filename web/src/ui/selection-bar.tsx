import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { listTexts as t } from './list-texts.ts';
import classes from './record-list.module.css';

interface SelectionBarProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** How many rows are selected, on all pages, and what can be done with them; stays in sight below the list. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section className={classes.selectionBar} aria-label={t.selection}>
      <strong className={classes.selectionCount}>{t.selected(count)}</strong>
      <Button size="xs" variant="subtle" onClick={onClear}>
        {t.clear}
      </Button>
      <span className={classes.spacer} />
      {children}
    </section>
  );
}
