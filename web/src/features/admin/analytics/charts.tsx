import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { Analytics } from '@g2/gateway/contract/admin';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { BarChart, DonutChart } from '@mantine/charts';
import { formatInteger } from '../../../lib/format.ts';
import classes from './charts.module.css';
import { texts as t } from './texts.ts';

// Loaded when the tab opens: the drawing library weighs more than the rest of the panel. Each chart is an extra to
// figures that stand beside it as text, so assistive technology passes over it.

export interface ColumnsChartProps {
  /** Each with its label and the values of the series. */
  readonly rows: readonly ({ readonly label: string } & Readonly<Record<string, string | number>>)[];
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  /** A value, on the axis and where it is pointed at. */
  readonly write: (value: number) => string;
  /** On top of each other, close together. */
  readonly stacked?: boolean;
}

/** More columns would have their numbers run into each other. */
const MOST_LABELLED = 8;

/** Columns beside each other, a few of each row; or on top of each other. */
export function ColumnsChart({ rows, series, write, stacked = false }: ColumnsChartProps) {
  return (
    <div aria-hidden>
      <BarChart
        className={classes.chart ?? ''}
        h={280}
        data={rows.map((row) => ({ ...row }))}
        dataKey="label"
        series={series.map((one) => ({ ...one }))}
        type={stacked ? 'stacked' : 'default'}
        withLegend
        legendProps={{ itemSorter: null }}
        withBarValueLabel={!stacked && rows.length <= MOST_LABELLED && series.length <= 2}
        valueLabelProps={{ formatter: (value) => (value === 0 ? '' : write(Number(value))) }}
        maxBarWidth={34}
        gridColor="var(--g2-line)"
        strokeDasharray="0"
        tickLine="none"
        gridAxis="x"
        valueFormatter={write}
        yAxisProps={{ allowDecimals: false, width: 48 }}
        {...(stacked && { barChartProps: { barCategoryGap: 0 } })}
        barProps={stacked ? { isAnimationActive: false } : { radius: [3, 3, 0, 0] }}
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
