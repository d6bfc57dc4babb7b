import type { Analytics } from '@g2/gateway/contract/admin';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { formatInteger } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { isAllZero, monthLabel, percentWithDecimal, share } from './figures.ts';
import { texts as t } from './texts.ts';

const ColumnsChart = lazyWithPreload(
  () => import('./charts.tsx').then((m) => m.ColumnsChart),
  <Skeleton height={280} radius="md" />,
);
const DistributionChart = lazyWithPreload(
  () => import('./charts.tsx').then((m) => m.DistributionChart),
  <Skeleton circle height={156} width={156} />,
);

/** Two panels, side by side on wide screens. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-4 desktop:grid-cols-2">{children}</div>
);

export const PairSkeleton = ({ height }: { height: number }) => (
  <Pair>
    <Skeleton height={height} radius="lg" />
    <Skeleton height={height} radius="lg" />
  </Pair>
);

const TREND_SERIES = [
  { name: 'registrations', label: t.registrations, color: 'var(--st-paid)' },
  { name: 'certificates', label: t.certificates, color: 'var(--g2-accent)' },
];

/** The number of registrations per status, as a ring chart and as a list. */
export function Distribution({ statusCounts }: { statusCounts: Analytics['distribution'] }) {
  const total = statusCounts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel
      title={t.distribution}
      hint={t.distributionNote}
      action={<span className="g2-meta">{t.distributionNow}</span>}
    >
      <div className="g2-row justify-center gap-y-5 gap-x-6 min-h-70">
        <DistributionChart statusCounts={statusCounts} />
        <ul className="g2-rows flex-[1_1_240px]">
          {statusCounts.map(({ status, count }) => (
            <li key={status} className="g2-line justify-between gap-3 py-2">
              {/* On a phone, the longest status name wraps into two lines. */}
              <span className={clsx(status === 'government_processing' && 'phone:*:w-min')}>
                <StatusBadge status={status} />
              </span>
              <span className="flex items-baseline gap-2 tabular-nums">
                <strong>{formatInteger(count)}</strong>{' '}
                <span className="g2-meta min-w-[6ch] text-right">
                  {percentWithDecimal(share(count, total))}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

export const Trend = ({ months }: { months: Analytics['trend'] }) => (
  <SeriesPanel
    title={t.trend}
    hint={t.trendNote}
    empty={{ title: t.noTrend, text: t.noTrendText }}
    caption={t.trendTable}
    firstHeading={t.month}
    series={TREND_SERIES}
    rows={months.map(({ month, registrations, certificates }) => ({
      label: monthLabel(month),
      values: [registrations, certificates],
    }))}
    format={formatInteger}
  />
);

interface SeriesPanelProps {
  readonly title: string;
  readonly hint: string;
  /** Shown instead of the chart when every value is 0. */
  readonly empty: { readonly title: string; readonly text: string };
  /** The visible caption of the table. By default, the caption is the title, and hidden. */
  readonly caption?: string;
  /** Heading of the first column of the table. */
  readonly firstHeading: string;
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  /** One value per series. The chart shows `label`; the table shows `fullLabel`, if given. */
  readonly rows: readonly {
    readonly label: string;
    readonly fullLabel?: string;
    readonly values: readonly number[];
  }[];
  readonly format: (value: number) => string;
  /** A shorter format of values for the chart. */
  readonly formatShort?: (value: number) => string;
  readonly stacked?: boolean;
  /** Shown below the chart. */
  readonly children?: ReactNode;
}

/** A panel with a chart of several series, and a button that switches to the same data as a table. */
export function SeriesPanel(props: SeriesPanelProps) {
  const { title, empty, series, rows, format, formatShort = format, stacked = false } = props;
  const [asTable, setAsTable] = useState(false);
  const isEmpty = isAllZero(rows);
  const Icon = asTable ? IconChartBar : IconTable;
  const table = (
    <FigureTable
      caption={props.caption ?? title}
      showsCaption={props.caption !== undefined}
      headings={[props.firstHeading, ...series.map(({ label }) => label)]}
      rows={rows.map(({ label, fullLabel = label, values }) => ({
        key: fullLabel,
        cells: [fullLabel, ...values.map((value) => format(value))],
      }))}
    />
  );
  return (
    <Panel
      title={title}
      hint={props.hint}
      action={
        !isEmpty && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? t.asChart : t.asTable}
          </Button>
        )
      }
    >
      {isEmpty && (
        <div className="grid content-center min-h-70">
          <EmptyState title={empty.title} text={empty.text} icon={<IconChartBar size={28} aria-hidden />} />
        </div>
      )}
      {!isEmpty && !asTable && (
        <ColumnsChart
          rows={rows.map(({ label, values }) => ({
            label,
            ...Object.fromEntries(series.map(({ name }, i) => [name, values[i] ?? 0])),
          }))}
          series={series}
          format={formatShort}
          stacked={stacked}
        />
      )}
      {asTable ? <ScrollArea label={title}>{table}</ScrollArea> : <VisuallyHidden>{table}</VisuallyHidden>}
      {props.children}
    </Panel>
  );
}

interface ScrollAreaProps {
  readonly label: string;
  /** Removes the height limit, for a table with few rows. */
  readonly isFullHeight?: boolean;
  readonly children: ReactNode;
}

/** A container that scrolls in both directions, for a table. */
export const ScrollArea = ({ label, isFullHeight = false, children }: ScrollAreaProps) => (
  <section
    className={clsx('relative overflow-auto', !isFullHeight && 'max-h-105')}
    aria-label={t.tableOf(label)}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    tabIndex={0}
  >
    {children}
  </section>
);

interface FigureTableProps {
  readonly caption: string;
  /** Whether the caption is visible. A hidden caption repeats a heading of the page. */
  readonly showsCaption?: boolean;
  readonly headings: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table of figures. Its first column has the row headings. */
export const FigureTable = ({ caption, showsCaption = false, headings, rows }: FigureTableProps) => (
  <table className="w-full border-collapse text-sm tabular-nums">
    <caption className={showsCaption ? 'pb-2 text-xs text-left text-muted' : 'g2-hidden'}>{caption}</caption>
    <thead>
      <tr className="border-b border-line">
        {headings.map((heading) => (
          <th
            key={heading}
            scope="col"
            className="py-2 pr-2 text-xs font-semibold text-right text-muted first:text-left"
          >
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [first, ...rest] }) => (
        <tr key={key} className="border-b border-line last:border-b-0">
          <th scope="row" className="py-2 pr-2 font-normal text-left">
            {first}
          </th>
          {rest.map((cell, i) => (
            <td key={headings[i + 1]} className="py-2 pr-2 text-right">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
