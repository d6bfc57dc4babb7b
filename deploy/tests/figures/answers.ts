import type { Call } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import { type Span, spansOf } from '@g2/terms/civil-days';
import { PERIODS, type Period } from '@g2/terms/periods';
import { adminRoutes } from '../../../gateway/contract/routes/admin.ts';
import { adminPaymentRoutes } from '../../../gateway/contract/routes/admin-payments.ts';
import { operatorRoutes } from '../../../gateway/contract/routes/operator.ts';
import { presentAnalytics, presentFigures, presentStats } from '../../../gateway/src/present/figures.ts';
import { presentTotals, presentUnpaidTotals } from '../../../gateway/src/present/payment-admin.ts';
import { countUsers } from '../../../services/identity/src/store/users.ts';
import { parsePaymentFilter } from '../../../services/payment-credit/src/reports/filter.ts';
import { moneyRpcs } from '../../../services/payment-credit/src/reports/rpc-money.ts';
import { listPayments } from '../../../services/payment-credit/src/reports/store-list.ts';
import { figureRpcs } from '../../../services/registration/src/rpc/figures.ts';
import { assignedCounts } from '../../../services/registration/src/store/figures.ts';
import { unpaidTotals } from '../../../services/registration/src/store/reminders.ts';
import { naiveFlow } from './naive-flow.ts';
import { naiveMoney } from './naive-money.ts';
import { naiveAnalytics, naiveLoads, naiveQueue, naiveStats } from './naive-overview.ts';
import { type Filter, naivePayments, naiveUnpaid } from './naive-payments.ts';
import type { Rows } from './rows.ts';
import type { FigureCall } from './table.ts';
import type { Stores } from './world.ts';

export type AnsweredCall = { call: FigureCall; asked: string; answer: unknown; counted: unknown };

const call = { actor: { kind: 'user', id: newId(), role: 'admin' } } as unknown as Call;

/** Calls every operation that returns figures, with every period and span, as of `now`. */
export async function answersOf(stores: Stores, rows: Rows, now: Date): Promise<AnsweredCall[]> {
  const found: AnsweredCall[] = [];
  for (const period of PERIODS) {
    found.push(await analyticsOf(stores, rows, period, now));
    for (const span of spansOf(period)) found.push(await figuresOf(stores, rows, { period, span }, now));
  }
  for (const filter of filtersOf(rows)) found.push(await paymentsOf(stores, rows, filter));
  return [...found, ...(await overviewOf(stores, rows, now))];
}

type Asked = { period: Period; span: Span };

async function analyticsOf(
  { registrations, payments }: Stores,
  rows: Rows,
  period: Period,
  now: Date,
): Promise<AnsweredCall> {
  const clock = () => now;
  const found = await figureRpcs({ db: registrations, clock }).getAnalytics.run({ period }, call);
  const health = await moneyRpcs({ db: payments, clock }).getPaymentHealth.run({ period });
  const presented = adminRoutes.getAnalytics.answer.parse(presentAnalytics(period, found, health));
  const answer = { ...presented, recent: presented.recent.map(({ id }) => ({ id })) };
  return {
    call: 'getAnalytics',
    asked: `${period} days`,
    answer,
    counted: naiveAnalytics(rows, period, now),
  };
}

async function figuresOf(
  { registrations, payments }: Stores,
  rows: Rows,
  request: Asked,
  now: Date,
): Promise<AnsweredCall> {
  const clock = () => now;
  const { period, span } = request;
  const flow = await figureRpcs({ db: registrations, clock }).getFlow.run(request);
  const money = await moneyRpcs({ db: payments, clock }).getMoney.run(request);
  const counted = naiveFlow(rows, period, span, now);
  const [first, last] = [counted.backlog[0], counted.backlog.at(-1)];
  return {
    call: 'getFigures',
    asked: `${period} days by ${span}`,
    answer: adminRoutes.getFigures.answer.parse(presentFigures(request, flow, money, undefined)),
    counted: {
      ...request,
      from: first?.day,
      to: last?.day,
      money: naiveMoney(rows, period, span, now),
      ...counted,
    },
  };
}

const STATUSES = [
  'open',
  'declined',
  'captured',
  'settled',
  'cancelled',
  'failed',
  'giving_back',
  'given_back',
];
const KINDS = ['registration', 'credit_purchase'];

/** Filters of the payment list: status, kind, days, status and kind, one account, search result. */
function filtersOf({ payments }: Rows): Filter[] {
  const days = payments.map((one) => one.created_at.toISOString().slice(0, 10)).toSorted();
  const [from = '', to = ''] = [days[Math.floor(days.length / 3)], days[Math.floor(days.length / 1.5)]];
  const some = payments.slice(0, 40);
  return [
    {},
    ...STATUSES.map((status) => ({ statuses: [status] })),
    ...KINDS.map((kind) => ({ kinds: [kind] })),
    { from },
    { to },
    { from, to },
    { from: to, to },
    { statuses: ['settled', 'given_back'], kinds: ['registration'], from, to },
    { userId: some[0]?.user_id ?? '' },
    { userId: some[0]?.user_id ?? '', statuses: ['settled'], from },
    { registrationIds: some.map((one) => one.registration_id) },
  ];
}

async function paymentsOf({ payments }: Stores, rows: Rows, filter: Filter): Promise<AnsweredCall> {
  const { statuses = [], kinds = [], userId, from, to, registrationIds } = filter;
  const search = registrationIds && { userIds: [], registrationIds, paymentIntentId: '' };
  const request = parsePaymentFilter({ statuses, kinds, userId, from, to, search });
  const found = await listPayments(payments, request, { limit: 10, offset: 0 });
  return {
    call: 'listPayments',
    asked: JSON.stringify(filter),
    answer: adminPaymentRoutes.listPayments.answer.shape.totals.parse(presentTotals(found)),
    counted: naivePayments(rows, filter),
  };
}

async function overviewOf(
  { registrations, identity }: Stores,
  rows: Rows,
  now: Date,
): Promise<AnsweredCall[]> {
  const figures = figureRpcs({ db: registrations, clock: () => now });
  const stats = presentStats(await countUsers(identity), await figures.getAdminStats.run());
  const queue = await figures.getOperatorStats.run();
  const unpaid = presentUnpaidTotals(await unpaidTotals(registrations));
  const schemas = { stats: adminRoutes.getEnhancedStats.answer, queue: operatorRoutes.getQueueStats.answer };
  const request = 'now';
  return [
    {
      call: 'getEnhancedStats',
      asked: request,
      answer: schemas.stats.parse(stats),
      counted: naiveStats(rows, now),
    },
    {
      call: 'getQueueStats',
      asked: request,
      answer: schemas.queue.parse(queue),
      counted: naiveQueue(rows, now),
    },
    { call: 'listUnpaidFiles', asked: request, answer: unpaid, counted: naiveUnpaid(rows) },
    {
      call: 'listOperators',
      asked: request,
      answer: await assignedCounts(registrations),
      counted: naiveLoads(rows),
    },
  ];
}
