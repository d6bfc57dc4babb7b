import { userOf } from '@g2/kit/actor';
import { signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import { singleFlight } from '@g2/kit/single-flight';
import {
  type Analytics,
  type ExportPage,
  type ExportRequest,
  ExportRow,
  type Flow as FlowMessage,
  type StatusCount,
} from '@g2/proto/registration';
import { daysBefore, daysOf, spanOf } from '@g2/terms/civil-days';
import { AppError } from '@g2/terms/errors';
import { STATUSES, type Status } from '@g2/terms/statuses';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { kpisOf, type StageFigures } from '../domain/flow.ts';
import { checkExportLimit } from '../domain/query-parsing.ts';
import type { Caller, Registration } from '../domain/registration.ts';
import { toExportRow, toStaffMessage } from '../present.ts';
import { createdThisMonth, monthlyTrend, sumsOf } from '../store/days.ts';
import {
  type Counts,
  countByStatus,
  countViews,
  exportPage,
  newestRegistrations,
  ownFigures,
} from '../store/figures.ts';
import { readFlow } from '../store/flow.ts';

const RECENT = 5;

const of = (counts: Counts, status: Status): number => counts.byStatus.get(status) ?? 0;
const distribution = (counts: Counts): StatusCount[] =>
  STATUSES.map((status) => ({ status, count: of(counts, status) }));

export const figureRpcs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  ({
    getOwnStats: {
      allow: signedIn,
      scopes: ['registrations:read'],
      run: (_request, call) => ownFigures(db, userOf(call.actor).id, clock()),
    },
    getOperatorStats: {
      allow: staff,
      // All staff screens call this at once when the queue changes, so concurrent calls share one query.
      run: () =>
        singleFlight(db, 'operator-stats', async () => {
          const [counts, views] = await Promise.all([countByStatus(db), countViews(db, clock())]);
          return {
            total: counts.total - counts.closed,
            closed: counts.closed,
            awaitingReview: of(counts, 'paid'),
            inReview: of(counts, 'reviewing'),
            inGovernmentProcessing: of(counts, 'government_processing'),
            ...views,
          };
        }),
    },
    getAdminStats: {
      allow: ['admin'],
      async run() {
        const [counts, recent] = await Promise.all([countByStatus(db), createdThisMonth(db, clock())]);
        return { total: counts.total, recent, statusCounts: distribution(counts), closed: counts.closed };
      },
    },
    getAnalytics: {
      allow: ['admin'],
      run: ({ period }, call) => analytics(db, period, clock(), userOf(call.actor)),
    },
    getFlow: {
      allow: ['admin'],
      async run({ period, span }): Promise<FlowMessage> {
        const days = daysOf(period, clock());
        const by = spanOf(period, span);
        const flow = await singleFlight(db, `flow ${days.from} ${days.to} ${by}`, () =>
          readFlow(db, days, by),
        );
        return { ...days, ...flow, stages: flow.stages.map(toStageMessage) };
      },
    },
    startExport: {
      allow: ['admin'],
      run: (request) => readExport(db, { ...request, after: '' }, clock()),
    },
    exportRegistrations: {
      allow: ['admin'],
      run: (request) => readExport(db, request, clock()),
    },
  }) satisfies RegistrationRpcs;

/** Size limit of an export page, bytes. The row that exceeds it is the last of its page. */
const EXPORT_BYTES = 1_048_576;

async function readExport(
  db: Deps['db'],
  { period, after, limit }: ExportRequest,
  now: Date,
): Promise<ExportPage> {
  const { from } = daysOf(period, now);
  if (after !== '' && !isUuid(after)) throw new AppError('invalid-input', { message: 'Página inválida' });
  const wanted = checkExportLimit(limit);
  return pageOfExport(await exportPage(db, from, after || null, wanted + 1), wanted);
}

/** @param states up to `limit` + 1 registrations, to detect whether there is a next page */
function pageOfExport(states: Registration[], limit: number): ExportPage {
  const items: ExportRow[] = [];
  for (let bytes = 0; items.length < Math.min(limit, states.length) && bytes < EXPORT_BYTES; ) {
    const state = states[items.length];
    if (!state) break;
    const row = toExportRow(state);
    bytes += ExportRow.encode(row).finish().length;
    items.push(row);
  }
  return { items, next: items.length < states.length ? (items.at(-1)?.id ?? '') : '' };
}

const toStageMessage = (figures: StageFigures) => ({
  ...withoutNulls(figures),
  before: withoutNulls(figures.before),
});

async function analytics(db: Deps['db'], period: number, now: Date, caller: Caller): Promise<Analytics> {
  const days = daysOf(period, now);
  const [counts, lately, earlier, trend, recent] = await Promise.all([
    countByStatus(db),
    sumsOf(db, days),
    sumsOf(db, daysBefore(days)),
    monthlyTrend(db, now),
    newestRegistrations(db, RECENT),
  ]);
  return {
    ...days,
    ...withoutNulls(kpisOf(lately)),
    before: withoutNulls(kpisOf(earlier)),
    distribution: distribution(counts),
    trend,
    recent: recent.map((item) => toStaffMessage(item, caller)),
  };
}
