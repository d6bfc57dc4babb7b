import { whenUsed } from '@g2/gateway/contract/when-used';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { AreaChart, ChartTooltip } from '@mantine/charts';
import { useMemo } from 'react';
import { formatCreditAmount, formatCredits, formatDate, formatDateTime } from '../../lib/format.ts';
import { type BalanceChange, balancePoints } from './balance-points.ts';

const DAY_MS = 86_400_000;
const SERIES = [{ name: 'balance', label: 'Saldo', color: 'var(--g2-accent)' }];
const compactFormat = whenUsed(
  () => new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 }),
);

/**
 * Step chart of the balance, from the oldest transaction to now. Load it lazily: the chart library is large. Place it
 * beside a list of the transactions: screen readers get only a summary of the chart.
 * @param transactions newest first
 */
export function BalanceChart({ transactions }: { transactions: readonly BalanceChange[] }) {
  const points = useMemo(() => balancePoints(transactions, Date.now()), [transactions]);
  const [firstPoint] = points;
  const lastPoint = points.at(-1);
  if (firstPoint === undefined || lastPoint === undefined) return null;
  const isWithinOneDay = lastPoint.time - firstPoint.time < DAY_MS;
  const tickLabel = (time: number) => {
    const iso = new Date(time).toISOString();
    return isWithinOneDay ? formatDateTime(iso).slice(-5) : formatDate(iso).slice(0, 5);
  };
  return (
    <div role="img" aria-label={summaryOf(points)}>
      <AreaChart
        className="[--chart-text-color:var(--g2-ink-2)]"
        h={180}
        data={points.map((point) => ({ ...point }))}
        dataKey="time"
        series={SERIES}
        curveType="stepAfter"
        fillOpacity={0.12}
        withDots={false}
        gridColor="var(--g2-line)"
        strokeDasharray="0"
        tickLine="none"
        gridAxis="x"
        valueFormatter={formatCredits}
        xAxisProps={{
          type: 'number',
          scale: 'time',
          domain: ['dataMin', 'dataMax'],
          tickFormatter: tickLabel,
        }}
        // The top margin leaves room for the topmost label. `interval: 0` shows the label of every grid line.
        areaChartProps={{ margin: { top: 10 } }}
        yAxisProps={{
          width: 56,
          interval: 0,
          tickFormatter: (value: number) => compactFormat().format(value / 100),
        }}
        tooltipProps={{
          content: ({ payload, label }) => (
            <ChartTooltip
              label={typeof label === 'number' ? formatDateTime(new Date(label).toISOString()) : ''}
              payload={payload}
              series={SERIES}
              valueFormatter={formatCredits}
            />
          ),
        }}
        accessibilityLayer={false}
      />
    </div>
  );
}

/** Text summary of the chart for screen readers. */
function summaryOf(points: ReturnType<typeof balancePoints>): string {
  const balances = points.map(({ balance }) => balance);
  const dates = points.slice(1).map(({ time }) => formatDate(new Date(time).toISOString()));
  const span = `de ${dates[0] ?? ''} a ${dates.at(-1) ?? ''}`;
  const range = `entre ${formatCreditAmount(Math.min(...balances))} e ${formatCredits(Math.max(...balances))}`;
  return `Gráfico do saldo ${span}: ${range}, agora ${formatCredits(balances.at(-1) ?? null)}.`;
}
