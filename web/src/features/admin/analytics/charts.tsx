import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { Analytics } from '@g2/gateway/contract/admin';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { BarChart, DonutChart } from '@mantine/charts';
import { formatInteger } from '../../../lib/format.ts';
import { texts as t } from './texts.ts';

// This file is loaded when the tab opens, because the chart library is larger than the rest of the panel. Every chart
// repeats figures that the page also shows as text, so it is hidden from assistive technology.

interface ColumnsChartProps {
  /** One row per column group: its label and one value per series. */
  readonly rows: readonly ({ readonly label: string } & Readonly<Record<string, string | number>>)[];
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  /** Formats a value for the axis and the tooltip. */
  readonly write: (value: number) => string;
  /** Stacks the series of a row in one column. */
  readonly stacked?: boolean;
}

/** The colour of axes and legends. */
const CHART = '[--chart-text-color:var(--g2-ink-2)]';

/** With more rows, the numbers above the columns would overlap. */
const MOST_LABELLED = 8;

/** A column chart: the series of a row side by side, or stacked. */
export function ColumnsChart({ rows, series, write, stacked = false }: ColumnsChartProps) {
  return (
    <div aria-hidden>
      <BarChart
        className={CHART}
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

/** A ring chart of the registrations per status; an empty grey ring without data. */
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
    <div className="relative flex-none" aria-hidden>
      <DonutChart
        accessibilityLayer={false}
        pieProps={{ rootTabIndex: -1 }}
        className={CHART}
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
      <p className="absolute inset-0 m-0 grid content-center justify-items-center pointer-events-none">
        <strong className="g2-figure">{formatInteger(total)}</strong>
        <span className="g2-meta">{t.totalLabel}</span>
      </p>
    </div>
  );
}
