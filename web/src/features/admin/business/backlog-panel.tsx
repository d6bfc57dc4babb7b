import type { AnalyticsPeriod } from '@g2/gateway/contract/admin';
import type { Figures } from '@g2/gateway/contract/business-metrics';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { formatInteger } from '../../../lib/format.ts';
import { ChartPanel, ColumnsChart } from '../analytics/chart-panels.tsx';
import { FigureTable, Totals } from './tables.tsx';
import { texts as t } from './texts.ts';
import { comparedStock, dayLabel, wholeDay } from './words.ts';

/** Every status except the final one: its count only grows, and would flatten the chart of the others. */
const STANDING = REGISTRATION_STATUSES.map((status, place) => ({ status, place })).filter(
  ({ status }) => status !== 'certificate_issued',
);

const SERIES = STANDING.map(({ status }) => ({
  name: status,
  label: STATUS_NAMES[status],
  color: `var(--st-${status})`,
}));

interface BacklogProps {
  readonly days: Figures['backlog'];
  /** Counts at the end of the previous period. */
  readonly before: Figures['backlogBefore'];
  readonly period: AnalyticsPeriod;
}

/** The number of registrations in each status at the end of each day of the period. */
export function Backlog({ days, before, period }: BacklogProps) {
  const rows = days.map(({ day, counts }) => ({
    label: dayLabel(day),
    ...Object.fromEntries(STANDING.map(({ status, place }) => [status, counts[place] ?? 0])),
  }));
  const now = days.at(-1);
  const isEmpty = days.every(({ counts }) => STANDING.every(({ place }) => !counts[place]));
  return (
    <ChartPanel
      title={t.backlog}
      hint={t.backlogNote}
      empty={isEmpty && { title: t.noBacklog, text: t.noBacklogText }}
      chart={<ColumnsChart rows={rows} series={SERIES} write={formatInteger} stacked />}
      table={
        <FigureTable
          caption={t.backlog}
          heads={[t.day, ...STANDING.map(({ status }) => STATUS_NAMES[status])]}
          rows={days.map(({ day, counts }) => ({
            key: day,
            cells: [wholeDay(day), ...STANDING.map(({ place }) => formatInteger(counts[place] ?? 0))],
          }))}
        />
      }
      note={
        <Totals
          totals={STANDING.map(({ status, place }) => ({
            name: STATUS_NAMES[status],
            value: formatInteger(now?.counts[place] ?? 0),
            beside: comparedStock(now?.counts[place] ?? 0, before.counts[place] ?? 0, period, formatInteger),
          }))}
        />
      }
    />
  );
}
