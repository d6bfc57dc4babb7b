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
import { isAllZero, monthLabel, percent1, share } from './figures.ts';
import { texts as t } from './texts.ts';

const ColumnsChart = lazyWithPreload(
  () => import('./charts.tsx').then((m) => m.ColumnsChart),
  <Skeleton height={280} radius="md" />,
);
const DistributionChart = lazyWithPreload(
  () => import('./charts.tsx').then((m) => m.DistributionChart),
  <Skeleton circle height={156} width={156} />,
);

/** Two panels, side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-4 desktop:grid-cols-2">{children}</div>
);

export const PairSkeleton = ({ height }: { height: number }) => (
  <Pair>
    <Skeleton height={height} radius="lg" />
    <Skeleton height={height} radius="lg" />
  </Pair>
);

const SERIES = [
  { name: 'registrations', label: t.registrations, color: 'var(--st-paid)' },
  { name: 'certificates', label: t.certificates, color: 'var(--g2-accent)' },
];

/** The number of registrations per status, as a ring chart and as a list. */
export function Distribution({ entries }: { entries: Analytics['distribution'] }) {
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel
      title={t.distribution}
      hint={t.distributionNote}
      action={<span className="g2-meta">{t.distributionNow}</span>}
    >
      <div className="g2-row justify-center gap-y-5 gap-x-6 min-h-70">
        <DistributionChart entries={entries} />
        <ul className="g2-rows flex-[1_1_240px]">
          {entries.map(({ status, count }) => (
            <li key={status} className="g2-line justify-between gap-3 py-2">
              {/* On a phone, the two words of the longest name are below each other. */}
              <span className={clsx(status === 'government_processing' && 'phone:*:w-min')}>
                <StatusBadge status={status} />
              </span>
              <span className="flex items-baseline gap-2 tabular-nums">
                <strong>{formatInteger(count)}</strong>{' '}
                <span className="g2-meta min-w-[6ch] text-right">{percent1(share(count, total))}</span>
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
    head={t.month}
    series={SERIES}
    rows={months.map(({ month, registrations, certificates }) => ({
      label: monthLabel(month),
      values: [registrations, certificates],
    }))}
    write={formatInteger}
  />
);

interface SeriesPanelProps {
  readonly title: string;
  readonly hint: string;
  /** Shown instead of the chart when every value is 0. */
  readonly empty: { readonly title: string; readonly text: string };
  /** Caption shown above the table; by default it is the title, and hidden. */
  readonly caption?: string;
  /** Heading of the first column of the table. */
  readonly head: string;
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  /** One value per series. The table shows `whole`, if given, in place of the label. */
  readonly rows: readonly {
    readonly label: string;
    readonly whole?: string;
    readonly values: readonly number[];
  }[];
  readonly write: (value: number) => string;
  /** Formats a value in the chart, where there is little room. */
  readonly writeShort?: (value: number) => string;
  readonly stacked?: boolean;
  /** Shown below the chart. */
  readonly children?: ReactNode;
}

/** A panel with a chart of several series, and a button that switches to the same data as a table. */
export function SeriesPanel(props: SeriesPanelProps) {
  const { title, empty, series, rows, write, writeShort = write, stacked = false } = props;
  const [asTable, setAsTable] = useState(false);
  const isEmpty = isAllZero(rows);
  const Icon = asTable ? IconChartBar : IconTable;
  const table = (
    <FigureTable
      caption={props.caption ?? title}
      showsCaption={props.caption !== undefined}
      heads={[props.head, ...series.map(({ label }) => label)]}
      rows={rows.map(({ label, whole = label, values }) => ({
        key: whole,
        cells: [whole, ...values.map((value) => write(value))],
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
          write={writeShort}
          stacked={stacked}
        />
      )}
      {asTable ? <Scroll label={title}>{table}</Scroll> : <VisuallyHidden>{table}</VisuallyHidden>}
      {props.children}
    </Panel>
  );
}

interface ScrollProps {
  readonly label: string;
  /** Shows the table at its full height, for a table with few rows. */
  readonly whole?: boolean;
  readonly children: ReactNode;
}

/** A table in a container that scrolls in both directions. */
export const Scroll = ({ label, whole = false, children }: ScrollProps) => (
  <section
    className={clsx('relative overflow-auto', !whole && 'max-h-105')}
    aria-label={t.tableOf(label)}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    tabIndex={0}
  >
    {children}
  </section>
);

interface FigureTableProps {
  readonly caption: string;
  /** Shows the caption; otherwise a heading of the page says the same. */
  readonly showsCaption?: boolean;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table whose first column names the rows. */
export const FigureTable = ({ caption, showsCaption = false, heads, rows }: FigureTableProps) => (
  <table className="w-full border-collapse text-sm tabular-nums">
    <caption className={showsCaption ? 'pb-2 text-xs text-left text-muted' : 'g2-hidden'}>{caption}</caption>
    <thead>
      <tr className="border-b border-line">
        {heads.map((head) => (
          <th
            key={head}
            scope="col"
            className="py-2 pr-2 text-xs font-semibold text-right text-muted first:text-left"
          >
            {head}
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
            <td key={heads[i + 1]} className="py-2 pr-2 text-right">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
