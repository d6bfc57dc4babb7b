import type { Figures, MoneyOfPeriod } from '@g2/gateway/contract/business-metrics';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { SeriesPanel } from '../analytics/chart-panels.tsx';
import { compared, comparedStock, dayLabel, spanLabel, wholeDay } from './phrases.ts';
import { texts as t } from './texts.ts';

interface Total {
  readonly name: string;
  readonly value: string;
  /** The comparison with the previous period. */
  readonly beside: string;
}

/** Totals of the period, each beside that of the previous period. */
const Totals = ({ totals }: { totals: readonly Total[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,150px),1fr))] gap-y-2 gap-x-4 m-0 mt-3">
    {totals.map(({ name, value, beside }) => (
      <div key={name}>
        <dt className="g2-note">{name}</dt>
        <dd className="m-0 text-lg font-bold tabular-nums">{value}</dd>
        <dd className="m-0 text-sm tabular-nums">{beside}</dd>
      </div>
    ))}
  </dl>
);

const FLOW = [
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
      head={t.begins[span]}
      series={FLOW}
      rows={flow.series.map(({ begins, counts }) => ({
        label: spanLabel(begins, span),
        values: FLOW.map(({ name }) => counts[name]),
      }))}
      write={formatInteger}
    >
      <Totals
        totals={FLOW.map(({ name, label }) => ({
          name: label,
          value: formatInteger(flow.now[name]),
          beside: compared(flow.now[name], flow.before[name], period, formatInteger),
        }))}
      />
    </SeriesPanel>
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

export function CashSeries({ money, span, period }: Figures) {
  if (money === null) return null;
  const total = (name: string, of: (money: MoneyOfPeriod) => number) => ({
    name,
    value: formatCents(of(money.now)),
    beside: compared(of(money.now), of(money.before), period, formatCents),
  });
  return (
    <SeriesPanel
      title={t.cash}
      hint={t.cashNote}
      empty={{ title: t.noCash, text: t.noCashText }}
      head={t.begins[span]}
      series={CASH}
      rows={money.series.map(({ begins, receivedCents, returnedCents }) => ({
        label: spanLabel(begins, span),
        values: [receivedCents, returnedCents],
      }))}
      write={formatCents}
      writeShort={(cents) => reais().format(cents / 100)}
    >
      <Totals
        totals={[
          total(t.cashIn, ({ receivedCents }) => receivedCents),
          total(t.cashOut, ({ refunds, disputesLost }) => refunds.cents + disputesLost.cents),
        ]}
      />
    </SeriesPanel>
  );
}

/** Every status except the final one: its count only grows, and would flatten the chart of the others. */
const OPEN_STATUSES = REGISTRATION_STATUSES.map((name, place) => ({
  name,
  place,
  label: STATUS_NAMES[name],
  color: `var(--st-${name})`,
})).filter(({ name }) => name !== 'certificate_issued');

/** The number of registrations in each status at the end of each day of the period. */
export function Backlog({ backlog: days, backlogBefore: before, period }: Figures) {
  const now = days.at(-1);
  return (
    <SeriesPanel
      title={t.backlog}
      hint={t.backlogNote}
      empty={{ title: t.noBacklog, text: t.noBacklogText }}
      head={t.day}
      series={OPEN_STATUSES}
      rows={days.map(({ day, counts }) => ({
        label: dayLabel(day),
        whole: wholeDay(day),
        values: OPEN_STATUSES.map(({ place }) => counts[place] ?? 0),
      }))}
      write={formatInteger}
      stacked
    >
      <Totals
        totals={OPEN_STATUSES.map(({ label, place }) => ({
          name: label,
          value: formatInteger(now?.counts[place] ?? 0),
          beside: comparedStock(now?.counts[place] ?? 0, before.counts[place] ?? 0, period, formatInteger),
        }))}
      />
    </SeriesPanel>
  );
}
