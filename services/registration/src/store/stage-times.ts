import { type AggregateSpan, coverWithSpans, type DayRange, eachDay, spanStart } from '@g2/terms/civil-days';
import { sql } from 'kysely';
import type { Bucket, OperatorCounts } from '../domain/flow.ts';
import type { Database } from '../store.ts';

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
export async function bucketsOf(db: Database, days: DayRange): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    SELECT stage, bucket, sum(registrations)::int8 AS count
    FROM stage_times WHERE ${among(spansOf(days))} GROUP BY stage, bucket`.execute(db);
  return rows;
}

export async function workOf(db: Database, days: DayRange): Promise<OperatorCounts[]> {
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
