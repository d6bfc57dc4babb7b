import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../lib/format.ts';
import classes from './stat-grid.module.css';

export interface Stat {
  readonly label: string;
  /** undefined while it loads. */
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

interface StatGridProps {
  readonly label: string;
  readonly stats: readonly Stat[];
  /** The figures could not be loaded. */
  readonly failed?: boolean;
}

/** Figures side by side, hairlines between them. */
export function StatGrid({ label, stats, failed = false }: StatGridProps) {
  return (
    <section aria-label={label}>
      <dl className={classes.grid} data-count={stats.length}>
        {stats.map((stat) => (
          <div key={stat.label} className={classes.stat}>
            <dt>{stat.label}</dt>
            <dd className={classes.value}>
              {stat.value ?? (failed ? UNKNOWN : <Skeleton height={30} width={72} aria-label="Carregando" />)}
            </dd>
            {stat.note !== undefined && <dd className={classes.note}>{stat.note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
