import {
  addDays,
  dayOf,
  isIn,
  percentileOf,
  perSpan,
  spansOf,
  type Window,
  windowBefore,
  windowOf,
} from './naive.ts';
import type { HistoryRow, RegistrationRow, Rows } from './rows.ts';

export const STATUSES = [
  'submitted',
  'paid',
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
];

/** Expected registration part of GET /api/admin/analytics/figures. */
export function naiveFlow(rows: Rows, period: number, span: string, now: Date) {
  const [window, before] = [windowOf(period, now), windowBefore(period, now)];
  const lines = historyByRegistration(rows);
  const [backlogBefore] = backlogOf(rows, lines, { from: before.to, to: before.to });
  return {
    flow: {
      now: countsOf(rows, window),
      before: countsOf(rows, before),
      series: seriesOf(rows, window, span),
    },
    funnel: funnelOf(rows, lines, window).map((one, i) => ({
      ...one,
      before: funnelOf(rows, lines, before)[i]?.count,
    })),
    stages: stagesOf(lines, window).map((one, i) => ({
      ...one,
      before: timesOnly(stagesOf(lines, before)[i]),
    })),
    operators: operatorsOf(rows, window, before),
    backlog: backlogOf(rows, lines, window),
    backlogBefore,
  };
}

const timesOnly = (of: ReturnType<typeof stagesOf>[number] | undefined) => ({
  count: of?.count,
  medianSeconds: of?.medianSeconds,
  p90Seconds: of?.p90Seconds,
});

function historyByRegistration({ history }: Rows): Map<string, HistoryRow[]> {
  const lines = new Map<string, HistoryRow[]>();
  for (const line of history) {
    const of = lines.get(line.registration_id);
    if (of) of.push(line);
    else lines.set(line.registration_id, [line]);
  }
  return lines;
}

function countsOf({ registrations }: Rows, window: Window) {
  let [created, paid, issued] = [0, 0, 0];
  for (const one of registrations) {
    if (isIn(one.created_at, window)) created += 1;
    if (isIn(one.payment_paid_at, window)) paid += 1;
    if (isIn(one.certificate_issued_at, window)) issued += 1;
  }
  return { created, paid, issued };
}

function seriesOf({ registrations }: Rows, window: Window, span: string) {
  const spans = spansOf(window, span);
  const at = (when: (one: RegistrationRow) => Date | null) => {
    const happened: [Date, number][] = [];
    for (const one of registrations) {
      const date = when(one);
      if (date) happened.push([date, 1]);
    }
    return new Map(perSpan(spans, happened));
  };
  const created = at((one) => one.created_at);
  const paid = at((one) => one.payment_paid_at);
  const issued = at((one) => one.certificate_issued_at);
  return [...spans.keys()].map((begins) => ({
    begins,
    counts: {
      created: created.get(begins) ?? 0,
      paid: paid.get(begins) ?? 0,
      issued: issued.get(begins) ?? 0,
    },
  }));
}

function funnelOf({ registrations, claims }: Rows, lines: Map<string, HistoryRow[]>, window: Window) {
  const held = new Set(claims.map((one) => one.registration_id));
  const funnel = { created: 0, file: 0, paid: 0, review: 0, government: 0, completed: 0, certificate: 0 };
  for (const { id, sha256, created_at } of registrations) {
    if (!isIn(created_at, window)) continue;
    const was = new Set((lines.get(id) ?? []).map((line) => line.to_status));
    funnel.created += 1;
    if (sha256 !== null || held.has(id)) funnel.file += 1;
    if (was.has('paid')) funnel.paid += 1;
    if (was.has('reviewing')) funnel.review += 1;
    if (was.has('government_processing')) funnel.government += 1;
    if (was.has('completed')) funnel.completed += 1;
    if (was.has('certificate_issued')) funnel.certificate += 1;
  }
  return Object.entries(funnel).map(([step, count]) => ({ step, count }));
}

function stagesOf(lines: Map<string, HistoryRow[]>, window: Window) {
  const took = new Map<string, number[]>();
  const add = (stage: string, from: Date, to: Date) => {
    if (!isIn(to, window)) return;
    took.set(stage, [...(took.get(stage) ?? []), (to.getTime() - from.getTime()) / 1_000]);
  };
  for (const of of lines.values()) {
    let paidFirst: Date | undefined;
    for (const [i, line] of of.entries()) {
      const before = of[i - 1];
      if (line.to_status === 'paid') paidFirst ??= line.created_at;
      if (!before || line.from_status === null) continue;
      const isCorrection = line.from_status === 'submitted' && before.from_status !== null;
      add(isCorrection ? 'correction' : line.from_status, before.created_at, line.created_at);
      if (line.to_status === 'certificate_issued' && paidFirst) add('total', paidFirst, line.created_at);
    }
  }
  const names = [
    'submitted',
    'paid',
    'reviewing',
    'correction',
    'government_processing',
    'completed',
    'total',
  ];
  return names.map((stage) => {
    const times = took.get(stage) ?? [];
    return {
      stage,
      count: times.length,
      medianSeconds: percentileOf(times, 0.5),
      p90Seconds: percentileOf(times, 0.9),
    };
  });
}

type Work = { steps: number; reviewed: number; corrections: number };

function workOf({ registrations, history }: Rows, window: Window): Map<string, Work> {
  const owners = new Map(registrations.map((one) => [one.id, one.user_id]));
  const found = new Map<string, Work>();
  for (const { registration_id, changed_by, from_status, to_status, created_at } of history) {
    if (from_status === null || changed_by === null || changed_by === owners.get(registration_id)) continue;
    if (!isIn(created_at, window)) continue;
    const of = found.get(changed_by) ?? { steps: 0, reviewed: 0, corrections: 0 };
    of.steps += 1;
    if (from_status === 'reviewing') of.reviewed += 1;
    if (from_status === 'reviewing' && to_status === 'submitted') of.corrections += 1;
    found.set(changed_by, of);
  }
  return found;
}

/** Work of each operator, most steps first, then most steps in the previous window. */
function operatorsOf(rows: Rows, window: Window, windowBefore: Window) {
  const [now, before] = [workOf(rows, window), workOf(rows, windowBefore)];
  const nothing = { steps: 0, reviewed: 0, corrections: 0 };
  const all: (Work & { operatorId: string; name: null; before: Work })[] = [];
  for (const operatorId of new Set([...now.keys(), ...before.keys()])) {
    const work = now.get(operatorId) ?? nothing;
    all.push({ operatorId, name: null, ...work, before: before.get(operatorId) ?? nothing });
  }
  return all.sort((a, b) => {
    if (a.steps !== b.steps) return b.steps - a.steps;
    if (a.before.steps !== b.before.steps) return b.before.steps - a.before.steps;
    return a.operatorId.localeCompare(b.operatorId);
  });
}

/**
 * Registrations in each status at the end of each day. A closed one leaves the backlog on the day of its
 * closure or of its last step, whichever is later.
 */
function backlogOf({ registrations }: Rows, lines: Map<string, HistoryRow[]>, { from, to }: Window) {
  const closed = new Map(
    registrations.flatMap(({ id, closed_at, status_updated_at }) =>
      closed_at === null
        ? []
        : [[id, dayOf(closed_at < status_updated_at ? status_updated_at : closed_at)] as const],
    ),
  );
  const days: { day: string; counts: number[] }[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const counts = STATUSES.map(() => 0);
    for (const [id, of] of lines) {
      const closedOn = closed.get(id);
      if (closedOn !== undefined && closedOn <= day) continue;
      const last = of.findLast((line) => dayOf(line.created_at) <= day);
      const place = STATUSES.indexOf(last?.to_status ?? '');
      if (place >= 0) counts[place] = (counts[place] ?? 0) + 1;
    }
    days.push({ day, counts });
  }
  return days;
}
