import { beginningsOf, type Days, daysBefore, eachDay, type Span, wholeMonths } from '@g2/terms/civil-days';
import { STATUSES } from '@g2/terms/statuses';
import { type RawBuilder, sql } from 'kysely';
import {
  type BacklogDay,
  type Bucket,
  backlogOf,
  type FlowCounts,
  FUNNEL,
  type Funnel,
  STAGES,
  type StageTime,
  type Standing,
  stageTime,
} from './domain/flow.ts';
import type { Database } from './store.ts';

type FlowPoint = { begins: string; counts: FlowCounts };
type OperatorWork = { operatorId: string; steps: number; reviewed: number; corrections: number };

type Flow = {
  now: FlowCounts;
  before: FlowCounts;
  series: FlowPoint[];
  funnel: Funnel;
  stages: StageTime[];
  operators: OperatorWork[];
  backlog: BacklogDay[];
};

/** What the triggers counted by days: the same cost however many registrations there are. @param days that end today */
export async function flowOf(db: Database, days: Days, span: Span): Promise<Flow> {
  const [now, before, series, stages, operators, backlog] = await Promise.all([
    sumsOf(db, days),
    sumsOf(db, daysBefore(days)),
    seriesOf(db, days, span),
    stagesOf(db, days),
    operatorsOf(db, days),
    backlogFor(db, days),
  ]);
  const funnel = FUNNEL.map((step, i) => ({ step, count: now.funnel[i] ?? 0 }));
  return { now: now.counts, before: before.counts, series, funnel, stages, operators, backlog };
}

const within = ({ from, to }: Days) => sql`day BETWEEN ${from}::date AND ${to}::date`;
const sum = (name: string): RawBuilder<number> => sql`coalesce(sum(${sql.ref(name)}), 0)::int8`;
const COUNTS = sql`${sum('created')} AS created, ${sum('paid')} AS paid, ${sum('issued')} AS issued`;

async function sumsOf(db: Database, days: Days): Promise<{ counts: FlowCounts; funnel: number[] }> {
  const reached = FUNNEL.map((step) => (step === 'created' ? sum('created') : sum(`reached_${step}`)));
  const { rows } = await sql<FlowCounts & { funnel: number[] }>`
    SELECT ${COUNTS}, ARRAY[${sql.join(reached)}]::float8[] AS funnel FROM flow_days WHERE ${within(days)}`.execute(
    db,
  );
  const { funnel = [], ...counts } = rows[0] ?? { created: 0, paid: 0, issued: 0 };
  return { counts, funnel };
}

async function seriesOf(db: Database, days: Days, span: Span): Promise<FlowPoint[]> {
  const { rows } = await sql<FlowCounts & { begins: string }>`
    SELECT greatest(date_trunc(${span}, day::timestamp)::date, ${days.from}::date)::text AS begins, ${COUNTS}
    FROM flow_days WHERE ${within(days)} GROUP BY 1`.execute(db);
  const found = new Map(rows.map(({ begins, ...counts }) => [begins, counts]));
  const none = { created: 0, paid: 0, issued: 0 };
  return beginningsOf(days, span).map((begins) => ({ begins, counts: found.get(begins) ?? none }));
}

/** Whole months are read as such: of a year a tenth of the rows. */
async function stagesOf(db: Database, days: Days): Promise<StageTime[]> {
  const { months, rest } = wholeMonths(days);
  const parts = [...rest.map((part) => partOf('day', part)), ...(months ? [partOf('month', months)] : [])];
  const { rows } = await sql<Bucket & { stage: string }>`
    SELECT stage, bucket, sum(registrations)::int8 AS count
    FROM (${sql.join(parts, sql` UNION ALL `)}) parts GROUP BY stage, bucket`.execute(db);
  return STAGES.map((stage) =>
    stageTime(
      stage,
      rows.filter((row) => row.stage === stage),
    ),
  );
}

const partOf = (span: 'day' | 'month', { from, to }: Days) => sql`
  SELECT stage, bucket, registrations FROM stage_times
  WHERE span = ${span} AND begins BETWEEN ${from}::date AND ${to}::date`;

/** The busiest first. */
const operatorsOf = (db: Database, { from, to }: Days): Promise<OperatorWork[]> =>
  db
    .selectFrom('operatorDays')
    .select([
      'operatorId',
      sql<number>`sum(steps)::int8`.as('steps'),
      sql<number>`sum(reviewed)::int8`.as('reviewed'),
      sql<number>`sum(corrections)::int8`.as('corrections'),
    ])
    .where('day', '>=', sql<Date>`${from}::date`)
    .where('day', '<=', sql<Date>`${to}::date`)
    .groupBy('operatorId')
    .orderBy('steps', 'desc')
    .orderBy('operatorId')
    .execute();

const GREW = ['submitted', 'paid', 'reviewing', 'government', 'completed', 'certificate'].map((name) =>
  sum(`grew_${name}`),
);

/** From what stands now, back by what changed on each day: in one statement, for a change between two would stand twice. */
async function backlogFor(db: Database, days: Days): Promise<BacklogDay[]> {
  const { rows } = await sql<{
    standing: Record<string, number> | null;
    grew: Record<string, Standing> | null;
  }>`
    SELECT (SELECT json_object_agg(kind, value)
        FROM (SELECT kind, sum(value) AS value FROM registration_counters GROUP BY kind) c) AS standing,
      (SELECT json_object_agg(day, grew)
        FROM (SELECT day, ARRAY[${sql.join(GREW)}] AS grew FROM flow_days WHERE day >= ${days.from}::date
          GROUP BY day) f) AS grew`.execute(db);
  const { standing, grew } = rows[0] ?? { standing: null, grew: null };
  return backlogOf(
    eachDay(days),
    STATUSES.map((status) => standing?.[status] ?? 0),
    new Map(Object.entries(grew ?? {})),
  );
}
