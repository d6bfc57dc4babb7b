import {
  type AggregateSpan,
  coverWithSpans,
  type DayRange,
  daysBefore,
  eachDay,
  type Span,
  spanStart,
} from '@g2/terms/civil-days';
import { STATUSES } from '@g2/terms/statuses';
import { sql } from 'kysely';
import {
  type Bucket,
  backlogPerDay,
  FUNNEL,
  type OperatorCounts,
  operatorFigures,
  STATUS_COLUMNS,
  type StatusCounts,
  stageFigures,
} from '../domain/flow.ts';
import type { Database } from '../store.ts';
import { seriesOf, sum, sumsOf } from './days.ts';
import { countAllSteps } from './steps.ts';

/** Figures of these days and the previous period. @param days must end today */
export async function readFlow(db: Database, days: DayRange, span: Span) {
  await countAllSteps(db);
  const earlier = daysBefore(days);
  const [now, before, series, buckets, bucketsBefore, work, workBefore, backlog] = await Promise.all([
    sumsOf(db, days),
    sumsOf(db, earlier),
    seriesOf(db, days, span),
    bucketsOf(db, days),
    bucketsOf(db, earlier),
    workOf(db, days),
    workOf(db, earlier),
    backlogFor(db, days),
  ]);
  return {
    now: now.flow,
    before: before.flow,
    series,
    funnel: FUNNEL.map((step, i) => ({ step, count: now.funnel[i] ?? 0, before: before.funnel[i] ?? 0 })),
    stages: stageFigures(buckets, bucketsBefore),
    operators: operatorFigures(work, workBefore),
    ...backlog,
  };
}

const GROWTH_SUMS = STATUS_COLUMNS.map((status) => sum(`grew_${status}`));

/**
 * Registrations per status at the end of each day: the current numbers minus the growth since then.
 * `backlogBefore` is the number at the end of the previous period.
 * One statement reads both tables. Between two statements, a change would be counted twice.
 */
async function backlogFor(db: Database, days: DayRange) {
  const { rows } = await sql<{
    standing: Record<string, number> | null;
    grew: Record<string, StatusCounts> | null;
  }>`
    SELECT (SELECT json_object_agg(kind, value)
        FROM (SELECT kind, sum(value) AS value FROM registration_counters GROUP BY kind) c) AS standing,
      (SELECT json_object_agg(day, grew)
        FROM (SELECT day, ARRAY[${sql.join(GROWTH_SUMS)}] AS grew FROM flow_days WHERE day >= ${days.from}::date
          GROUP BY day) f) AS grew`.execute(db);
  const { standing, grew } = rows[0] ?? { standing: null, grew: null };
  const [backlogBefore, ...backlog] = backlogPerDay(
    [daysBefore(days).to, ...eachDay(days)],
    STATUSES.map((status) => standing?.[status] ?? 0),
    new Map(Object.entries(grew ?? {})),
  );
  if (!backlogBefore) throw new Error('a day has a queue');
  return { backlog, backlogBefore };
}

type SpanStart = { span: AggregateSpan; begins: string };

/** Covers the days with few large spans, such as months, and small spans at both ends. */
const spansOf = (days: DayRange): SpanStart[] =>
  coverWithSpans(days).flatMap((part) =>
    eachDay(part)
      .filter((day) => spanStart(day, part.span) === day)
      .map((begins) => ({ span: part.span, begins })),
  );

// Single key look-ups: for ranges or a join, the planner overestimates the rows and scans the table.
const among = (spans: readonly SpanStart[]) =>
  sql`(span, begins) IN (${sql.join(spans.map(({ span, begins }) => sql`(${span}, ${begins}::date)`))})`;

/** Number of registrations by time spent in a stage, for stages that ended on these days. */
async function bucketsOf(db: Database, days: DayRange): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    SELECT stage, bucket, sum(registrations)::int8 AS count
    FROM stage_times WHERE ${among(spansOf(days))} GROUP BY stage, bucket`.execute(db);
  return rows;
}

async function workOf(db: Database, days: DayRange): Promise<OperatorCounts[]> {
  const spans = spansOf(days);
  const single = spans.filter(({ span }) => span === 'day').map(({ begins }) => begins);
  const larger = spans.filter(({ span }) => span !== 'day');
  const columns = sql`operator_id, steps, reviewed, corrections`;
  const parts = [
    sql`SELECT ${columns} FROM operator_days WHERE day = ANY (${single}::date[])`,
    ...(larger.length > 0 ? [sql`SELECT ${columns} FROM operator_spans WHERE ${among(larger)}`] : []),
  ];
  const { rows } = await sql<OperatorCounts>`
    SELECT operator_id, sum(steps)::int8 AS steps, sum(reviewed)::int8 AS reviewed, sum(corrections)::int8 AS corrections
    FROM (${sql.join(parts, sql` UNION ALL `)}) parts GROUP BY operator_id`.execute(db);
  return rows;
}
