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

/** Names and values below each other; `beside` where height is dear: as many side by side as there is room for. */
export function Facts({ beside = false, children }: { beside?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.list} data-beside={beside || undefined}>
      {children}
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  /** Whole sentences: nothing stands beside it. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
