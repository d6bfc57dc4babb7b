import type { ShardedSums } from '@g2/kit/merge-shards';
import { civilDay, type DayRange, monthsUntil, type Span, spanStarts } from '@g2/terms/civil-days';
import { type RawBuilder, sql } from 'kysely';
import { type DaySums, type FlowCounts, REACHED, STATUS_COLUMNS } from '../domain/flow.ts';
import type { Database } from '../store.ts';

// These functions read daily counts that triggers maintain. Their cost does not depend on the number of registrations.

const within = ({ from, to }: DayRange) => sql`day BETWEEN ${from}::date AND ${to}::date`;
export const sum = (name: string): RawBuilder<number> => sql`coalesce(sum(${sql.ref(name)}), 0)::int8`;
const COUNTS = sql`${sum('created')} AS created, ${sum('paid')} AS paid, ${sum('issued')} AS issued`;

/** Totals of these days, and how many registrations created on them reached each stage. */
export async function sumsOf(db: Database, days: DayRange): Promise<DaySums> {
  const reached = REACHED.map((step) => sum(`reached_${step}`));
  const { rows } = await sql<FlowCounts & { reached: number[]; processingMs: number }>`
    SELECT ${COUNTS}, ARRAY[${sql.join(reached)}]::float8[] AS reached,
      coalesce(sum(processing_ms), 0)::float8 AS processing_ms
    FROM flow_days WHERE ${within(days)}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('sums of nothing are a row');
  const { reached: counts, processingMs, ...flow } = found;
  return { flow, funnel: [flow.created, ...counts], processingMs };
}

export async function seriesOf(db: Database, days: DayRange, span: Span) {
  const { rows } = await sql<FlowCounts & { begins: string }>`
    SELECT greatest(date_trunc(${span}, day::timestamp)::date, ${days.from}::date)::text AS begins, ${COUNTS}
    FROM flow_days WHERE ${within(days)} GROUP BY 1`.execute(db);
  const found = new Map(rows.map(({ begins, ...counts }) => [begins, counts]));
  const none = { created: 0, paid: 0, issued: 0 };
  return spanStarts(days, span).map((begins) => ({ begins, counts: found.get(begins) ?? none }));
}

const TREND_MONTHS = 6;

/** The last six civil months including this one, oldest first; empty months are zeros. */
export async function monthlyTrend(db: Database, now: Date) {
  const days = monthsUntil(civilDay(now), TREND_MONTHS);
  const months = await seriesOf(db, days, 'month');
  return months.map(({ begins, counts }) => ({
    month: begins.slice(0, 7),
    registrations: counts.created,
    certificates: counts.issued,
  }));
}

export async function createdThisMonth(db: Database, now: Date): Promise<number> {
  const { flow } = await sumsOf(db, monthsUntil(civilDay(now), 1));
  return flow.created;
}

/** Counter tables with several rows per key, to avoid write contention. The rows of past days are merged. */
export const SHARDED_TABLES: readonly ShardedSums[] = [
  {
    table: 'flow_days',
    key: ['day'],
    sums: [
      'created',
      'paid',
      'issued',
      'processing_ms',
      ...REACHED.map((step) => `reached_${step}`),
      ...STATUS_COLUMNS.map((status) => `grew_${status}`),
    ],
    isPast: 'day < $1::date',
  },
  {
    table: 'stage_times',
    key: ['span', 'begins', 'stage', 'bucket'],
    sums: ['registrations'],
    isPast: 'begins < $1::date',
  },
];
