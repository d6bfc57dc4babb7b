import type { AnalyticsPeriod } from '@g2/gateway/contract/admin';
import type { Figures, MoneyOfPeriod, Span } from '@g2/gateway/contract/business-metrics';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { ChartPanel, ColumnsChart } from '../analytics/chart-panels.tsx';
import { SeriesTable, Totals } from './tables.tsx';
import { texts as t } from './texts.ts';
import { compared, spanLabel } from './words.ts';

const FLOW = [
  { name: 'created', label: t.created, color: 'var(--st-paid)' },
  { name: 'paid', label: t.paid, color: 'var(--st-government_processing)' },
  { name: 'issued', label: t.issued, color: 'var(--g2-accent)' },
] as const;

interface FlowSeriesProps {
  readonly flow: Figures['flow'];
  readonly span: Span;
  readonly period: AnalyticsPeriod;
}

/** Registrations created, paid and issued: totals of the period, and a series by day, week or month. */
export function FlowSeries({ flow, span, period }: FlowSeriesProps) {
  const rows = flow.series.map(({ begins, counts }) => ({ label: spanLabel(begins, span), ...counts }));
  const isEmpty = rows.every(({ created, paid, issued }) => created + paid + issued === 0);
  return (
    <ChartPanel
      title={t.flow}
      hint={t.flowNote}
      empty={isEmpty && { title: t.noFlow, text: t.noFlowText }}
      chart={<ColumnsChart rows={rows} series={FLOW} write={formatInteger} />}
      table={
        <SeriesTable
          caption={t.flow}
          first={t.begins[span]}
          series={FLOW}
          rows={rows}
          write={formatInteger}
        />
      }
      note={
        <Totals
          totals={FLOW.map(({ name, label }) => ({
            name: label,
            value: formatInteger(flow.now[name]),
            beside: compared(flow.now[name], flow.before[name], period, formatInteger),
          }))}
        />
      }
    />
  );
}

const CASH = [
  { name: 'receivedCents', label: t.cashIn, color: 'var(--g2-accent)' },
  { name: 'returnedCents', label: t.cashOut, color: 'var(--g2-warning)' },
] as const;

/** Reais in compact notation, because the axis has no room for centavos. */
const reais = whenUsed(
  () => new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 }),
);
const short = (cents: number): string => reais().format(cents / 100);

interface CashSeriesProps {
  readonly money: NonNullable<Figures['money']>;
  readonly span: Span;
  readonly period: AnalyticsPeriod;
}

/** Money received and money refunded. */
export function CashSeries({ money, span, period }: CashSeriesProps) {
  const rows = money.series.map(({ begins, ...cents }) => ({ label: spanLabel(begins, span), ...cents }));
  const isEmpty = rows.every(({ receivedCents, returnedCents }) => receivedCents + returnedCents === 0);
  const total = (name: string, of: (money: MoneyOfPeriod) => number) => ({
    name,
    value: formatCents(of(money.now)),
    beside: compared(of(money.now), of(money.before), period, formatCents),
  });
  return (
    <ChartPanel
      title={t.cash}
      hint={t.cashNote}
      empty={isEmpty && { title: t.noCash, text: t.noCashText }}
      chart={<ColumnsChart rows={rows} series={CASH} write={short} />}
      table={
        <SeriesTable caption={t.cash} first={t.begins[span]} series={CASH} rows={rows} write={formatCents} />
      }
      note={
        <Totals
          totals={[
            total(t.cashIn, ({ receivedCents }) => receivedCents),
            total(t.cashOut, ({ refunds, disputesLost }) => refunds.cents + disputesLost.cents),
          ]}
        />
      }
    />
  );
}
