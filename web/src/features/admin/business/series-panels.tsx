import type { Figures, MoneyOfPeriod } from '@g2/gateway/contract/business-metrics';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { ChartPanel, ColumnsChart, FigureTable } from '../analytics/chart-panels.tsx';
import classes from './business.module.css';
import { texts as t } from './texts.ts';
import { compared, comparedStock, dayLabel, spanLabel, wholeDay } from './words.ts';

interface SeriesPanelProps {
  readonly title: string;
  readonly hint: string;
  /** Shown instead of the chart when every value is 0. */
  readonly none: { readonly title: string; readonly text: string };
  /** Heading of the first column of the table. */
  readonly first: string;
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
  /** Totals of the period, each beside that of the previous period. */
  readonly totals: readonly { readonly name: string; readonly value: string; readonly beside: string }[];
}

/** A chart of several series, their table and their totals. */
function SeriesPanel(props: SeriesPanelProps) {
  const { title, series, rows, write, writeShort = write, stacked = false } = props;
  const columns = rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(series.map(({ name }, i) => [name, values[i] ?? 0])),
  }));
  return (
    <ChartPanel
      title={title}
      hint={props.hint}
      empty={rows.every(({ values }) => values.every((value) => value === 0)) && props.none}
      chart={<ColumnsChart rows={columns} series={series} write={writeShort} stacked={stacked} />}
      table={
        <FigureTable
          className={classes.table}
          caption={title}
          heads={[props.first, ...series.map(({ label }) => label)]}
          rows={rows.map(({ label, whole = label, values }) => ({
            key: whole,
            cells: [whole, ...values.map((value) => write(value))],
          }))}
        />
      }
      note={
        <dl className={classes.totals}>
          {props.totals.map(({ name, value, beside }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
              <dd className={classes.beside}>{beside}</dd>
            </div>
          ))}
        </dl>
      }
    />
  );
}

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
      none={{ title: t.noFlow, text: t.noFlowText }}
      first={t.begins[span]}
      series={FLOW}
      rows={flow.series.map(({ begins, counts }) => ({
        label: spanLabel(begins, span),
        values: FLOW.map(({ name }) => counts[name]),
      }))}
      write={formatInteger}
      totals={FLOW.map(({ name, label }) => ({
        name: label,
        value: formatInteger(flow.now[name]),
        beside: compared(flow.now[name], flow.before[name], period, formatInteger),
      }))}
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
      none={{ title: t.noCash, text: t.noCashText }}
      first={t.begins[span]}
      series={CASH}
      rows={money.series.map(({ begins, receivedCents, returnedCents }) => ({
        label: spanLabel(begins, span),
        values: [receivedCents, returnedCents],
      }))}
      write={formatCents}
      writeShort={(cents) => reais().format(cents / 100)}
      totals={[
        total(t.cashIn, ({ receivedCents }) => receivedCents),
        total(t.cashOut, ({ refunds, disputesLost }) => refunds.cents + disputesLost.cents),
      ]}
    />
  );
}

/** Every status except the final one: its count only grows, and would flatten the chart of the others. */
const STANDING = REGISTRATION_STATUSES.map((name, place) => ({
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
      none={{ title: t.noBacklog, text: t.noBacklogText }}
      first={t.day}
      series={STANDING}
      rows={days.map(({ day, counts }) => ({
        label: dayLabel(day),
        whole: wholeDay(day),
        values: STANDING.map(({ place }) => counts[place] ?? 0),
      }))}
      write={formatInteger}
      stacked
      totals={STANDING.map(({ label, place }) => ({
        name: label,
        value: formatInteger(now?.counts[place] ?? 0),
        beside: comparedStock(now?.counts[place] ?? 0, before.counts[place] ?? 0, period, formatInteger),
      }))}
    />
  );
}
