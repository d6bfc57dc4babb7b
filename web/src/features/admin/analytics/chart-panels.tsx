import type { Analytics } from '@g2/gateway/contract/admin';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatInteger } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import classes from './charts.module.css';
import { hasNoActivity, monthLabel, percent1, share } from './figures.ts';
import { texts as t } from './texts.ts';

export const ColumnsChart = lazyWithPreload(
  () => import('./charts.tsx').then((m) => m.ColumnsChart),
  <Skeleton height={280} radius="md" />,
);
const DistributionChart = lazyWithPreload(
  () => import('./charts.tsx').then((m) => m.DistributionChart),
  <Skeleton circle height={156} width={156} />,
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
      <div className={classes.distribution}>
        <DistributionChart entries={entries} />
        <ul className={classes.shares}>
          {entries.map(({ status, count }) => (
            <li key={status}>
              <StatusBadge status={status} />
              <span className={classes.shareValue}>
                <strong>{formatInteger(count)}</strong> <span>{percent1(share(count, total))}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

export function Trend({ months }: { months: Analytics['trend'] }) {
  return (
    <ChartPanel
      title={t.trend}
      hint={t.trendNote}
      empty={hasNoActivity(months) && { title: t.noTrend, text: t.noTrendText }}
      chart={
        <ColumnsChart
          rows={months.map(({ month, ...counts }) => ({ label: monthLabel(month), ...counts }))}
          series={SERIES}
          write={formatInteger}
        />
      }
      table={
        <FigureTable
          className={classes.table}
          caption={t.trendTable}
          heads={[t.month, t.registrations, t.certificates]}
          rows={months.map(({ month, registrations, certificates }) => ({
            key: month,
            cells: [monthLabel(month), formatInteger(registrations), formatInteger(certificates)],
          }))}
        />
      }
    />
  );
}

interface ChartPanelProps {
  readonly title: string;
  /** Shown instead of the chart when there is no data. */
  readonly empty: { readonly title: string; readonly text: string } | false;
  readonly chart: ReactNode;
  readonly table: ReactNode;
  readonly hint: string;
  readonly note?: ReactNode;
}

/** A panel with a chart and a button that switches to the same data as a table. */
export function ChartPanel({ title, hint, empty, chart, table, note }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false);
  const toggle = (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
      onClick={() => setAsTable(!asTable)}
    >
      {asTable ? t.asChart : t.asTable}
    </Button>
  );
  return (
    <Panel title={title} hint={hint} action={empty === false && toggle}>
      {empty !== false && (
        <div className={classes.flat}>
          <EmptyState title={empty.title} text={empty.text} icon={<IconChartBar size={28} aria-hidden />} />
        </div>
      )}
      {empty === false && !asTable && chart}
      {asTable ? <Scroll label={title}>{table}</Scroll> : <VisuallyHidden>{table}</VisuallyHidden>}
      {note}
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
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className={classes.scroll} data-whole={whole} aria-label={t.tableOf(label)} tabIndex={0}>
    {children}
  </section>
);

interface FigureTableProps {
  readonly className: string | undefined;
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table whose first column names the rows. */
export const FigureTable = ({ className, caption, heads, rows }: FigureTableProps) => (
  <table className={className}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [first, ...rest] }) => (
        <tr key={key}>
          <th scope="row">{first}</th>
          {rest.map((cell, i) => (
            <td key={heads[i + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
