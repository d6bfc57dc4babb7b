import { workingDays } from '@g2/terms/working-days';
import { addDays, dayOf, isIn, percentOf, type Window, windowBefore, windowOf } from './naive.ts';
import { STATUSES } from './naive-flow.ts';
import { moneyIn } from './naive-money.ts';
import type { RegistrationRow, Rows } from './rows.ts';

const DAY_MS = 24 * 3_600_000;

/** Expected answer of GET /api/admin/analytics, with only the ids of the newest registrations. */
export function naiveAnalytics(rows: Rows, period: number, now: Date) {
  const [window, before] = [windowOf(period, now), windowBefore(period, now)];
  return {
    period,
    ...window,
    kpis: kpisOf(rows, window),
    distribution: STATUSES.map((status) => ({ status, count: inStatus(rows, status) })),
    trend: trendOf(rows, now),
    recent: newestOf(rows).map(({ id }) => ({ id })),
    health: healthOf(rows, window),
    previous: { ...before, kpis: kpisOf(rows, before), health: healthOf(rows, before) },
  };
}

const inStatus = ({ registrations }: Rows, status: string): number =>
  registrations.filter((one) => one.status === status && one.closed_at === null).length;

/** Indicators of spec §9, for registrations created in the window. */
function kpisOf(rows: Rows, window: Window) {
  const created = rows.registrations.filter((one) => isIn(one.created_at, window));
  const paid = created.filter((one) => one.payment_paid_at !== null);
  const done = created.filter((one) => one.status === 'completed' || one.status === 'certificate_issued');
  return {
    newRegistrations: created.length,
    revenueCents: moneyIn(rows, window).revenueCents,
    conversionRate: percentOf(paid.length, created.length),
    processedRate: percentOf(done.length, created.length),
  };
}

function healthOf(rows: Rows, window: Window) {
  const { cardPayments, purchases } = moneyIn(rows, window);
  // Only cards: an expired Pix or boleto code is not a declined payment.
  const isByCard = (one: { provider_method: string | null }) => (one.provider_method ?? 'card') === 'card';
  const ours = new Set([
    ...rows.payments.filter(isByCard).map((one) => one.stripe_payment_intent_id),
    ...rows.purchases.filter(isByCard).map((one) => one.payment_intent_id),
  ]);
  let declines = 0;
  for (const { event_type, status, payment_intent_id, occurred_at } of rows.notices) {
    if (event_type !== 'payment_intent.payment_failed' || status !== 'processed') continue;
    if (payment_intent_id !== null && ours.has(payment_intent_id) && isIn(occurred_at, window)) declines += 1;
  }
  const succeeded = cardPayments.count + purchases.count;
  const finished = succeeded + declines;
  const times: number[] = [];
  for (const { payment_paid_at: paid, certificate_issued_at: issued } of rows.registrations) {
    if (isIn(issued, window) && paid) times.push((issued.getTime() - paid.getTime()) / DAY_MS);
  }
  return {
    paymentSuccessRate: finished === 0 ? null : (100 * succeeded) / finished,
    finishedPayments: finished,
    meanProcessingDays: times.length === 0 ? null : times.reduce((sum, one) => sum + one, 0) / times.length,
    certificates: times.length,
    satisfaction: null,
  };
}

function trendOf({ registrations }: Rows, now: Date) {
  const months: string[] = [];
  for (let day = dayOf(now); months.length < 6; day = addDays(`${day.slice(0, 7)}-01`, -1)) {
    months.unshift(day.slice(0, 7));
  }
  const isOf = (at: Date | null, month: string) => at !== null && dayOf(at).startsWith(month);
  return months.map((month) => ({
    month,
    registrations: registrations.filter((one) => isOf(one.created_at, month)).length,
    certificates: registrations.filter((one) => isOf(one.certificate_issued_at, month)).length,
  }));
}

const newestOf = ({ registrations }: Rows): RegistrationRow[] =>
  registrations
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.id.localeCompare(a.id))
    .slice(0, 5);

/** Expected answer of GET /api/admin/enhanced-stats. */
export function naiveStats(rows: Rows, now: Date) {
  const month = dayOf(now).slice(0, 7);
  const admins = rows.users.filter(({ role }) => role === 'admin').length;
  const clients = rows.users.filter(({ role }) => role === 'client').length;
  return {
    users: { total: rows.users.length, admins, clients },
    registrations: {
      total: rows.registrations.length,
      recent: rows.registrations.filter((one) => dayOf(one.created_at).startsWith(month)).length,
    },
    statusCounts: Object.fromEntries(STATUSES.map((status) => [status, inStatus(rows, status)])),
  };
}

/** Maximum working days in a status (specification §4). */
const MAX_WORKING_DAYS: Readonly<Record<string, number>> = {
  paid: 2,
  reviewing: 5,
  government_processing: 30,
  completed: 2,
};

/** Expected answer of GET /api/operator/registrations/stats. */
export function naiveQueue(rows: Rows, now: Date) {
  const isLate = (one: RegistrationRow) => {
    const promised = MAX_WORKING_DAYS[one.status];
    return promised !== undefined && workingDays(one.status_updated_at, now) > promised;
  };
  const registrations = rows.registrations.filter((one) => one.closed_at === null);
  return {
    total: registrations.length,
    closed: rows.registrations.length - registrations.length,
    awaitingReview: inStatus(rows, 'paid'),
    inReview: inStatus(rows, 'reviewing'),
    inGovernmentProcessing: inStatus(rows, 'government_processing'),
    late: registrations.filter(isLate).length,
    resubmitted: registrations.filter(
      (one) => one.status === 'paid' && one.payment_paid_at && one.payment_paid_at < one.status_updated_at,
    ).length,
    awaitingClient: registrations.filter((one) => one.status === 'submitted' && one.payment_paid_at).length,
    messages: rows.threads.filter((one) => one.staff_read < one.by_client).length,
  };
}

export function naiveLoads({ assignments, registrations }: Rows) {
  const loads = new Map<string, number>();
  for (const { registration_id, operator_id } of assignments) {
    const of = registrations.find((one) => one.id === registration_id);
    if (operator_id === null || of?.status === 'certificate_issued' || of?.closed_at) continue;
    loads.set(operator_id, (loads.get(operator_id) ?? 0) + 1);
  }
  return [...loads]
    .map(([operatorId, assigned]) => ({ operatorId, assigned }))
    .sort((a, b) => b.assigned - a.assigned || a.operatorId.localeCompare(b.operatorId));
}
