import { type DayRange, daysBefore, eachDay, type Span } from '@g2/terms/civil-days';
import { STATUSES } from '@g2/terms/statuses';
import { sql } from 'kysely';
import {
  backlogPerDay,
  FUNNEL,
  operatorFigures,
  STATUS_COLUMNS,
  type StatusCounts,
  stageFigures,
} from '../domain/flow.ts';
import type { Database } from '../store.ts';
import { seriesOf, sum, sumsOf } from './days.ts';
import { bucketsOf, workOf } from './stage-times.ts';

/** Figures of these days and the previous period. @param days must end today */
export async function readFlow(db: Database, days: DayRange, span: Span) {
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
