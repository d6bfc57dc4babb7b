import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../lib/format.ts';
import { Hint } from './hint.tsx';
import classes from './stat-grid.module.css';

interface Stat {
  readonly label: string;
  /** undefined while loading. */
  readonly value: ReactNode;
  readonly unit?: string;
  readonly note?: ReactNode;
  /** Definition of the figure, behind a button beside the label. */
  readonly hint?: string;
  /** Emphasizes the note as good news. */
  readonly strong?: boolean;
  readonly icon?: ReactNode;
}

interface StatGridProps {
  readonly label: string;
  readonly stats: readonly Stat[];
  readonly failed?: boolean;
  /** Smaller variant for figures of secondary importance. */
  readonly slim?: boolean;
}

export function StatGrid({ label, stats, failed = false, slim = false }: StatGridProps) {
  return (
    <section aria-label={label} aria-busy={!failed && stats.some(({ value }) => value === undefined)}>
      <dl className={classes.grid} data-count={stats.length} data-slim={slim || undefined}>
        {stats.map((stat) => (
          <div key={stat.label} className={classes.stat}>
            <dt>
              {stat.icon !== undefined && <span className={classes.icon}>{stat.icon}</span>}
              {stat.label}
              {stat.hint !== undefined && <Hint of={stat.label}>{stat.hint}</Hint>}
            </dt>
            <dd className={classes.value}>
              {stat.value ?? (failed ? UNKNOWN : <Skeleton height="1.25em" width={72} aria-hidden />)}
              {stat.unit !== undefined && stat.value !== undefined && (
                <span className={classes.unit}> {stat.unit}</span>
              )}
            </dd>
            {stat.note !== undefined && (
              <dd className={classes.note} data-strong={stat.strong || undefined}>
                {stat.note}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
