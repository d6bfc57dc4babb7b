import type { Figures, MoneyOfPeriod } from '@g2/gateway/contract/business-metrics';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { SeriesPanel } from '../analytics/chart-panels.tsx';
import { comparison, dayLabel, fullDayLabel, spanLabel, stockComparison } from './phrases.ts';
import { texts as t } from './texts.ts';

interface Total {
  readonly name: string;
  readonly value: string;
  /** A comparison with the previous period. */
  readonly comparisonText: string;
}

/** The totals of the period, each with a comparison with the previous period. */
const Totals = ({ totals }: { totals: readonly Total[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,150px),1fr))] gap-y-2 gap-x-4 m-0 mt-3">
    {totals.map(({ name, value, comparisonText }) => (
      <div key={name}>
        <dt className="g2-note">{name}</dt>
        <dd className="m-0 text-lg font-bold tabular-nums">{value}</dd>
        <dd className="m-0 text-sm tabular-nums">{comparisonText}</dd>
      </div>
    ))}
  </dl>
);

const FLOW_COLUMNS = [
  { name: 'created', label: t.created, color: 'var(--st-paid)' },
  { name: 'paid', label: t.paid, color: 'var(--st-government_processing)' },
  { name: 'issued', label: t.issued, color: 'var(--g2-accent)' },
] as const;

/** Registrations created, paid and issued, by day, week or month. */
export function FlowSeries({ flow, span, period }: Figures) {
  return (
    <SeriesPanel
      title={t.flow}
      hint={t.flowNote}
      empty={{ title: t.noFlow, text: t.noFlowText }}
      firstHeading={t.intervalStart[span]}
      series={FLOW_COLUMNS}
      rows={flow.series.map(({ begins, counts }) => ({
        label: spanLabel(begins, span),
        values: FLOW_COLUMNS.map(({ name }) => counts[name]),
      }))}
      format={formatInteger}
    >
      <Totals
        totals={FLOW_COLUMNS.map(({ name, label }) => ({
          name: label,
          value: formatInteger(flow.now[name]),
          comparisonText: comparison(flow.now[name], flow.before[name], period, formatInteger),
        }))}
      />
    </SeriesPanel>
  );
}

const CASH_COLUMNS = [
  { name: 'receivedCents', label: t.cashReceived, color: 'var(--g2-accent)' },
  { name: 'returnedCents', label: t.cashReturned, color: 'var(--g2-warning)' },
] as const;

/** Reais in compact notation, because the chart axis has no room for centavos. */
const compactReais = whenUsed(
  () => new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 }),
);

export function CashSeries({ money, span, period }: Figures) {
  if (money === null) return null;
  const totalOf = (name: string, centsOf: (money: MoneyOfPeriod) => number) => ({
    name,
    value: formatCents(centsOf(money.now)),
    comparisonText: comparison(centsOf(money.now), centsOf(money.before), period, formatCents),
  });
  return (
    <SeriesPanel
      title={t.cash}
      hint={t.cashNote}
      empty={{ title: t.noCash, text: t.noCashText }}
      firstHeading={t.intervalStart[span]}
      series={CASH_COLUMNS}
      rows={money.series.map(({ begins, receivedCents, returnedCents }) => ({
        label: spanLabel(begins, span),
        values: [receivedCents, returnedCents],
      }))}
      format={formatCents}
      formatShort={(cents) => compactReais().format(cents / 100)}
    >
      <Totals
        totals={[
          totalOf(t.cashReceived, ({ receivedCents }) => receivedCents),
          totalOf(t.cashReturned, ({ refunds, disputesLost }) => refunds.cents + disputesLost.cents),
        ]}
      />
    </SeriesPanel>
  );
}

/** All statuses except the final one: its growing count would flatten the other columns of the chart. */
const OPEN_STATUSES = REGISTRATION_STATUSES.map((name, index) => ({
  name,
  index,
  label: STATUS_NAMES[name],
  color: `var(--st-${name})`,
})).filter(({ name }) => name !== 'certificate_issued');

/** The number of registrations in each status at the end of each day of the period. */
export function Backlog({ backlog: days, backlogBefore: previous, period }: Figures) {
  const today = days.at(-1);
  return (
    <SeriesPanel
      title={t.backlog}
      hint={t.backlogNote}
      empty={{ title: t.noBacklog, text: t.noBacklogText }}
      firstHeading={t.day}
      series={OPEN_STATUSES}
      rows={days.map(({ day, counts }) => ({
        label: dayLabel(day),
        fullLabel: fullDayLabel(day),
        values: OPEN_STATUSES.map(({ index }) => counts[index] ?? 0),
      }))}
      format={formatInteger}
      stacked
    >
      <Totals
        totals={OPEN_STATUSES.map(({ label, index }) => ({
          name: label,
          value: formatInteger(today?.counts[index] ?? 0),
          comparisonText: stockComparison(
            today?.counts[index] ?? 0,
            previous.counts[index] ?? 0,
            period,
            formatInteger,
          ),
        }))}
      />
    </SeriesPanel>
  );
}
