import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { Analytics } from '@g2/gateway/contract/admin';
import { STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { BarChart, DonutChart } from '@mantine/charts';
import { formatInteger } from '../../../lib/format.ts';
import { texts as t } from './texts.ts';

// This file is loaded when the tab opens, because the chart library is large. The charts are hidden from assistive
// technology, because the page also shows their figures as text.

interface ColumnsChartProps {
  /** One row per group of columns, with its label and a value per series. */
  readonly rows: readonly ({ readonly label: string } & Readonly<Record<string, string | number>>)[];
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  /** Formats a value for the axis and the tooltip. */
  readonly format: (value: number) => string;
  /** Whether the values of a row are stacked in a single column. */
  readonly stacked?: boolean;
}

/** CSS class for the colour of axes and legends. */
const CHART_CLASSES = '[--chart-text-color:var(--g2-ink-2)]';

/** Maximum number of rows with a number above each column. With more rows, the numbers would overlap. */
const MAX_LABELLED_ROWS = 8;

/** A column chart. The values of a row are side by side or stacked. */
export function ColumnsChart({ rows, series, format, stacked = false }: ColumnsChartProps) {
  return (
    <div aria-hidden>
      <BarChart
        className={CHART_CLASSES}
        h={280}
        data={rows.map((row) => ({ ...row }))}
        dataKey="label"
        series={series.map((item) => ({ ...item }))}
        type={stacked ? 'stacked' : 'default'}
        withLegend
        legendProps={{ itemSorter: null }}
        withBarValueLabel={!stacked && rows.length <= MAX_LABELLED_ROWS && series.length <= 2}
        valueLabelProps={{ formatter: (value) => (value === 0 ? '' : format(Number(value))) }}
        maxBarWidth={34}
        gridColor="var(--g2-line)"
        strokeDasharray="0"
        tickLine="none"
        gridAxis="x"
        valueFormatter={format}
        yAxisProps={{ allowDecimals: false, width: 48 }}
        {...(stacked && { barChartProps: { barCategoryGap: 0 } })}
        barProps={stacked ? { isAnimationActive: false } : { radius: [3, 3, 0, 0] }}
        accessibilityLayer={false}
      />
    </div>
  );
}

/** A ring chart of the registrations per status; an empty grey ring without data. */
export function DistributionChart({ statusCounts }: { statusCounts: Analytics['distribution'] }) {
  const total = statusCounts.reduce((sum, { count }) => sum + count, 0);
  const data =
    total === 0
      ? [{ name: '', value: 1, color: 'var(--g2-line)' }]
      : statusCounts
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
        className={CHART_CLASSES}
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
