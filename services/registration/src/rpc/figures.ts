import { userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import {
  type Analytics,
  type ExportPage,
  ExportRow,
  type Flow as FlowMessage,
  type RegistrationsService,
  type StatusCount,
} from '@g2/proto/registration';
import { daysOf, spanOf } from '@g2/terms/civil-days';
import { AppError } from '@g2/terms/errors';
import { periodStart } from '@g2/terms/periods';
import { STATUSES, type Status } from '@g2/terms/statuses';
import type { Deps } from '../deps.ts';
import { checkExportLimit, percent } from '../domain/queries.ts';
import type { Asker, Registration } from '../domain/registration.ts';
import { toExportRow, toStaffMessage } from '../present.ts';
import {
  type Counts,
  countByStatus,
  countViews,
  createdThisMonth,
  exportPage,
  monthlyTrend,
  newest,
  ownFigures,
  periodFigures,
} from '../store-figures.ts';
import { flowOf } from '../store-flow.ts';

const RECENT = 5;

const of = (counts: Counts, status: Status): number => counts.byStatus.get(status) ?? 0;
const distribution = (counts: Counts): StatusCount[] =>
  STATUSES.map((status) => ({ status, count: of(counts, status) }));

export const figureRpcs = ({ db, clock }: Deps) =>
  ({
    getOwnStats: {
      allow: signedIn,
      async run(_request, call) {
        const own = await ownFigures(db, userOf(call.actor).id, clock());
        return {
          totalRegistrations: own.total,
          recentRegistrations: own.recent,
          totalFileSize: own.fileBytes,
          uniqueJurisdictions: own.jurisdictions,
        };
      },
    },
    getOperatorStats: {
      allow: staff,
      async run() {
        const [counts, views] = await Promise.all([countByStatus(db), countViews(db, clock())]);
        return {
          total: counts.total,
          awaitingReview: of(counts, 'paid'),
          inReview: of(counts, 'reviewing'),
          inGovernmentProcessing: of(counts, 'government_processing'),
          ...views,
        };
      },
    },
    getAdminStats: {
      allow: ['admin'],
      async run() {
        const [counts, recent] = await Promise.all([countByStatus(db), createdThisMonth(db, clock())]);
        return { total: counts.total, recent, statusCounts: distribution(counts) };
      },
    },
    getAnalytics: {
      allow: ['admin'],
      run: ({ period }, call) => analytics(db, period, clock(), userOf(call.actor)),
    },
    getFlow: {
      allow: ['admin'],
      async run({ period }): Promise<FlowMessage> {
        const days = daysOf(period, clock());
        const flow = await flowOf(db, days, spanOf(period));
        const stages = flow.stages.map(({ stage, count, median, p90 }) => ({
          stage,
          count,
          medianSeconds: median ?? undefined,
          p90Seconds: p90 ?? undefined,
        }));
        return { ...days, ...flow, stages };
      },
    },
    startExport: {
      allow: ['admin'],
      confirmed: true,
      async run({ period, limit }) {
        const wanted = checkExportLimit(limit);
        return pageOfExport(await exportPage(db, periodStart(period, clock()), null, wanted + 1), wanted);
      },
    },
    exportRegistrations: {
      allow: ['admin'],
      async run({ period, after, limit }) {
        const since = periodStart(period, clock());
        if (after !== '' && !isUuid(after))
          throw new AppError('invalid-input', { message: 'Página inválida' });
        const wanted = checkExportLimit(limit);
        return pageOfExport(await exportPage(db, since, after || null, wanted + 1), wanted);
      },
    },
  }) satisfies Partial<RpcTable<RegistrationsService>>;

/** Bytes of rows in one page of the export; the row that passes them is its last. */
const EXPORT_BYTES = 1_048_576;

/** @param states one more than `limit`, where there are */
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

/** Spec §9, contract "Analytics". */
async function analytics(db: Deps['db'], period: number, now: Date, asker: Asker): Promise<Analytics> {
  const since = periodStart(period, now);
  const [counts, figures, trend, recent] = await Promise.all([
    countByStatus(db),
    periodFigures(db, since),
    monthlyTrend(db, now),
    newest(db, RECENT),
  ]);
  return {
    newRegistrations: figures.created,
    revenueCents: figures.revenueCents,
    conversionRate: percent(counts.everPaid, counts.total),
    processedRate: percent(of(counts, 'completed') + of(counts, 'certificate_issued'), counts.total),
    distribution: distribution(counts),
    trend,
    recent: recent.map((item) => toStaffMessage(item, asker)),
    meanProcessingDays: figures.meanDays ?? undefined,
  };
}
