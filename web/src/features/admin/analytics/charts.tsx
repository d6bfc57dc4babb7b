import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { Analytics } from '@g2/gateway/contract/admin';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { BarChart, DonutChart } from '@mantine/charts';
import { formatInteger } from '../../../lib/format.ts';
import classes from './charts.module.css';
import { monthLabel } from './figures.ts';
import { texts as t } from './texts.ts';

// Loaded when the tab opens: the drawing library weighs more than the rest of the panel. Each chart is an extra to
// figures that stand beside it as text, so assistive technology passes over it.

const SERIES = [
  { name: 'registrations', label: t.registrations, color: 'var(--st-paid)' },
  { name: 'certificates', label: t.certificates, color: 'var(--g2-accent)' },
];

/** Two columns a month. */
export function TrendChart({ months }: { months: Analytics['trend'] }) {
  return (
    <div aria-hidden>
      <BarChart
        className={classes.chart ?? ''}
        h={280}
        data={months.map((month) => ({ ...month, month: monthLabel(month.month) }))}
        dataKey="month"
        series={SERIES}
        withLegend
        legendProps={{ itemSorter: null }}
        withBarValueLabel
        valueLabelProps={{ formatter: (count) => (count === 0 ? '' : formatInteger(Number(count))) }}
        maxBarWidth={34}
        gridColor="var(--g2-line)"
        strokeDasharray="0"
        tickLine="none"
        gridAxis="x"
        valueFormatter={formatInteger}
        yAxisProps={{ allowDecimals: false, width: 40 }}
        barProps={{ radius: [3, 3, 0, 0] }}
        accessibilityLayer={false}
      />
    </div>
  );
}

/** A ring of the statuses, each in its colour; an empty ring while there is nothing. */
export function DistributionChart({ entries }: { entries: Analytics['distribution'] }) {
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  const data =
    total === 0
      ? [{ name: '', value: 1, color: 'var(--g2-line)' }]
      : entries
          .filter(({ count }) => count > 0)
          .map(({ status, count }) => ({
            name: STATUS_NAMES[status],
            value: count,
            color: `var(--st-${status})`,
          }));
  return (
    <div className={classes.ring} aria-hidden>
      <DonutChart
        accessibilityLayer={false}
        pieProps={{ rootTabIndex: -1 }}
        className={classes.chart ?? ''}
        data={data}
        size={156}
        thickness={20}
        startAngle={90}
        endAngle={-270}
        strokeWidth={data.length > 1 ? 2 : 0}
        strokeColor="var(--g2-surface)"
        withTooltip={total > 0}
        tooltipDataSource="segment"
        valueFormatter={formatInteger}
      />
      <p className={classes.ringLabel}>
        <strong>{formatInteger(total)}</strong>
        <span>{t.totalLabel}</span>
      </p>
    </div>
  );
}
