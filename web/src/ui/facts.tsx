import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { Hint } from './hint.tsx';

export function Panel({
  title,
  hint,
  action,
  children,
}: {
  title: string;
  /** Definition of what the panel shows, behind a button beside the title. */
  hint?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="g2-panel g2-edge" aria-label={title}>
      <div className={classes.head}>
        <div className="g2-inline">
          <h2 className="g2-title">{title}</h2>
          {hint !== undefined && <Hint of={title}>{hint}</Hint>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** List of names and values, one per row; `beside` saves height with as many per row as fit. */
export function Facts({ beside = false, children }: { beside?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.list} data-beside={beside || undefined}>
      {children}
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  /** Uses the whole width, for values of full sentences. */
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
