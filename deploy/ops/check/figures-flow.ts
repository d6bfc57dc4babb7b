import type { FigureQueries } from './invariant.ts';

const dayOf = (at: string) => `registration.civil_day(${at})`;
const perDay = (figure: string, at: string, from: string) =>
  `SELECT ${dayOf(at)} || ' ${figure}' AS what, 1::numeric AS value FROM ${from}`;

const storedFigures = (columns: string) => `SELECT day || ' ' || figure AS what, value::numeric AS value
  FROM registration.flow_days d, jsonb_each_text(to_jsonb(d)) AS figures (figure, value) WHERE figure ${columns}`;

const STAGE_COLUMNS = ['file', 'paid', 'review', 'government', 'completed', 'certificate'];
const GROWTH_COLUMNS: readonly (readonly [column: string, status: string])[] = [
  ['submitted', 'submitted'],
  ['paid', 'paid'],
  ['reviewing', 'reviewing'],
  ['government', 'government_processing'],
  ['completed', 'completed'],
  ['certificate', 'certificate_issued'],
];

/** The furthest stage that each registration ever reached, from its row, its status history and its files. */
const FURTHEST = `SELECT r.id, r.created_at, greatest(
    registration.stage_of(r.status, r.payment_paid_at, r.sha256),
    (SELECT max(registration.stage_of(h.to_status, h.created_at, NULL)) FROM registration.registration_status_history h
     WHERE h.registration_id = r.id AND h.to_status <> 'submitted'),
    (SELECT 1 FROM registration.file_claims c WHERE c.registration_id = r.id LIMIT 1)) AS furthest
  FROM registration.registrations r`;

/** Status changes in `uncounted_steps` are added to the sums later. */
const isCounted = (id: string) =>
  `NOT EXISTS (SELECT FROM registration.uncounted_steps u WHERE u.history_id = ${id})`;

const LINES = `SELECT h.*, lag(h.created_at) OVER own AS since, lag(h.from_status) OVER own AS status_before,
    min(h.created_at) FILTER (WHERE h.to_status = 'paid') OVER (PARTITION BY h.registration_id) AS first_paid
  FROM registration.registration_status_history h
  WINDOW own AS (PARTITION BY h.registration_id ORDER BY h.created_at, h.id)`;
const TIMES = `SELECT ${dayOf('created_at')} AS day, CASE WHEN from_status = 'submitted' AND status_before IS NOT NULL
    THEN 'correction' ELSE from_status END AS stage, created_at - since AS took
  FROM (${LINES}) lines WHERE from_status IS NOT NULL AND since IS NOT NULL AND ${isCounted('lines.id')}
  UNION ALL SELECT ${dayOf('created_at')}, 'total', created_at - first_paid
  FROM (${LINES}) lines WHERE to_status = 'certificate_issued' AND first_paid IS NOT NULL AND ${isCounted('lines.id')}`;

/** SQL for the first day of the span (such as a month) that contains a day. */
const firstDayOfSpan = (day: string) => `CASE span WHEN 'pentad' THEN
    date_trunc('month', ${day})::date + (least(extract(day FROM ${day})::int, 26) - 1) / 5 * 5
  ELSE date_trunc(span, ${day})::date END`;
const SPANS = "(VALUES ('day'), ('pentad'), ('month'), ('quarter')) spans (span)";

export const flowFigures: readonly FigureQueries[] = [
  {
    name: 'what was created, paid and issued each day, and how long it took, is what the registrations say',
    kept: storedFigures("IN ('created', 'paid', 'issued', 'processing_ms')"),
    counted: [
      perDay('created', 'created_at', 'registration.registrations'),
      perDay('paid', 'payment_paid_at', 'registration.registrations WHERE payment_paid_at IS NOT NULL'),
      perDay(
        'issued',
        'certificate_issued_at',
        'registration.registrations WHERE certificate_issued_at IS NOT NULL',
      ),
      `SELECT ${dayOf('certificate_issued_at')} || ' processing_ms' AS what,
        round(extract(epoch FROM certificate_issued_at - payment_paid_at) * 1000) AS value
       FROM registration.registrations WHERE certificate_issued_at IS NOT NULL AND payment_paid_at IS NOT NULL`,
    ].join('\nUNION ALL\n'),
  },
  {
    name: 'how far those of each day came is what rows and history say',
    kept: storedFigures("LIKE 'reached%'"),
    counted: STAGE_COLUMNS.map((name, i) =>
      perDay(`reached_${name}`, 'created_at', `(${FURTHEST}) r WHERE furthest >= ${i + 1}`),
    ).join('\nUNION ALL\n'),
  },
  {
    name: 'by how much each status grew each day is what the history and closed cases say',
    kept: storedFigures("LIKE 'grew%'"),
    counted: GROWTH_COLUMNS.map(
      ([column, status]) => `SELECT ${dayOf('created_at')} || ' grew_${column}' AS what,
        (to_status = '${status}')::int - coalesce((from_status = '${status}')::int, 0) AS value
        FROM registration.registration_status_history
        UNION ALL SELECT ${dayOf('greatest(closed_at, status_updated_at)')} || ' grew_${column}',
        -(status = '${status}')::int FROM registration.registrations WHERE closed_at IS NOT NULL`,
    ).join('\nUNION ALL\n'),
  },
  {
    name: 'how long stages took is what the history says',
    kept: `SELECT span || ' ' || begins || ' ' || stage || ' bucket ' || bucket AS what, registrations AS value
      FROM registration.stage_times`,
    counted: `SELECT span || ' ' || ${firstDayOfSpan('day')} || ' ' || stage || ' bucket '
        || registration.stage_bucket(extract(epoch FROM took)) AS what, 1 AS value
      FROM (${TIMES}) times, ${SPANS}`,
  },
  {
    name: 'what each of the staff did is what the history says',
    kept: `SELECT span || ' ' || begins || ' ' || operator_id || ' ' || figure AS what, value
      FROM (SELECT 'day' AS span, day AS begins, operator_id, steps, reviewed, corrections FROM registration.operator_days
        UNION ALL SELECT * FROM registration.operator_spans) kept,
        LATERAL (VALUES ('steps', steps), ('reviewed', reviewed), ('corrections', corrections)) figures (figure, value)`,
    counted: `SELECT span || ' ' || ${firstDayOfSpan(dayOf('h.created_at'))} || ' ' || h.changed_by || ' ' || figure AS what, value
      FROM registration.registration_status_history h JOIN registration.registrations r ON r.id = h.registration_id,
        LATERAL (VALUES ('steps', 1), ('reviewed', (h.from_status = 'reviewing')::int),
          ('corrections', (h.from_status = 'reviewing' AND h.to_status = 'submitted')::int)) figures (figure, value),
        ${SPANS}
      WHERE h.from_status IS NOT NULL AND h.changed_by <> r.user_id AND ${isCounted('h.id')}`,
  },
  {
    name: 'how many stand in each status is what the registrations say',
    kept: `SELECT kind AS what, value FROM registration.registration_counters`,
    counted: `SELECT registration.open_status(status, closed_at) AS what, 1 AS value FROM registration.registrations
      UNION ALL SELECT 'ever_paid', 1 FROM registration.registrations WHERE payment_paid_at IS NOT NULL`,
  },
  {
    name: 'how many files are unpaid, and what they would bring in, is what the registrations say',
    kept: `SELECT figure AS what, value FROM registration.unpaid_files,
      LATERAL (VALUES ('files', files), ('cents', cents)) figures (figure, value)`,
    counted: `SELECT figure AS what, value FROM registration.registrations,
      LATERAL (VALUES ('files', 1), ('cents', payment_amount)) figures (figure, value)
      WHERE payment_paid_at IS NULL AND sha256 IS NOT NULL`,
  },
];
