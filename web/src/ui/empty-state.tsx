import type { ReactNode } from 'react';
import classes from './record-list.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly icon: ReactNode;
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

/** Shown in place of a list that is empty, has no match, or failed to load. */
export function EmptyState({ title, text, icon, alert = false, children }: EmptyStateProps) {
  return (
    <div className={classes.empty} role={alert ? 'alert' : 'status'}>
      <span className={classes.emptyIcon}>{icon}</span>
      <p className="g2-title">{title}</p>
      {text !== undefined && <p className={classes.emptyText}>{text}</p>}
      {children}
    </div>
  );
}
