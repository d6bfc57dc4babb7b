import type { ReactNode } from 'react';
import classes from './wide-page.module.css';

/** A page of the back office: takes the width of a large screen, and the header goes along. */
export function WidePage({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}
