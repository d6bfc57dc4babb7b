import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A titled panel of a page. */
export function Panel({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="g2-panel g2-edge" aria-label={title}>
      <div className={classes.head}>
        <h2 className="g2-title">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Names and values below each other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
