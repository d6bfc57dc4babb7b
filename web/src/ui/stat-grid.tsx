import { Skeleton } from '@mantine/core';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../lib/format.ts';
import { Hint } from './hint.tsx';

interface Stat {
  readonly label: string;
  /** undefined while loading. */
  readonly value: ReactNode;
  readonly unit?: string;
  readonly note?: ReactNode;
  /** Definition of the figure; a button beside the label opens it. */
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
  const hasThree = stats.length === 3;
  return (
    <section aria-label={label} aria-busy={!failed && stats.some(({ value }) => value === undefined)}>
      <dl
        className={clsx(
          'grid gap-px m-0 border border-line rounded-lg bg-line overflow-hidden',
          slim ? 'mb-4' : 'mb-6',
          hasThree ? 'grid-cols-3 phone:grid-cols-1' : 'grid-cols-2',
          stats.length === 4 && 'desktop:grid-cols-4',
        )}
      >
        {stats.map((stat) => (
          <div
            key={stat.label}
            className={clsx(
              'min-w-0 px-4 bg-surface',
              slim ? 'flex flex-wrap items-baseline content-start gap-x-2 py-2' : 'py-3 desktop:py-4',
              hasThree && 'phone:flex phone:flex-wrap phone:items-center phone:justify-between phone:gap-x-3',
            )}
          >
            <dt
              className={clsx('flex items-center gap-2 text-muted', slim ? 'basis-full text-xs' : 'text-sm')}
            >
              {stat.icon !== undefined && !slim && (
                <span className="inline-flex text-accent phone:hidden">{stat.icon}</span>
              )}
              {stat.label}
              {stat.hint !== undefined && <Hint term={stat.label}>{stat.hint}</Hint>}
            </dt>
            <dd className={clsx('g2-figure min-h-[1.35em] leading-[1.35]', slim && 'text-md')}>
              {stat.value ?? (failed ? UNKNOWN : <Skeleton height="1.25em" width={72} aria-hidden />)}
              {stat.unit !== undefined && stat.value !== undefined && (
                <span className="g2-meta ml-0.5 font-normal tracking-[0]"> {stat.unit}</span>
              )}
            </dd>
            {stat.note !== undefined && (
              <dd
                className={clsx(
                  'g2-meta min-h-[1.45em]',
                  hasThree && 'phone:basis-full',
                  stat.strong && 'text-accent font-semibold',
                )}
              >
                {stat.note}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
