import { AppError } from '@g2/gateway/contract/errors';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import type { Db } from '../db.ts';
import { hasWords, paged, sorted } from '../lists.ts';
import { emptyAnalytics, emptyFigures, pageOf, paymentsPage } from '../records.ts';
import { asClient, asListed, canPay } from '../registrations.ts';
import type { Handlers } from './handler.ts';

const RECENT_COUNT = 5;
const MONTH_MS = 30 * 86_400_000;

const inStatus = (db: Db, status: RegistrationStatus): number =>
  db.registrations.filter((row) => row.status === status).length;

const SORT_KEYS = { createdAt: ({ createdAt }: { createdAt: string }) => createdAt };
const csv = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/csv' } });

export const adminHandlers: Handlers = {
  getEnhancedStats(_asked, db) {
    const since = new Date(Date.parse(db.now()) - MONTH_MS).toISOString();
    const count = (role: string) => db.users.filter((user) => user.role === role).length;
    return {
      users: { total: db.users.length, admins: count('admin'), clients: count('client') },
      registrations: {
        total: db.registrations.length,
        recent: db.registrations.filter(({ createdAt }) => createdAt >= since).length,
      },
      statusCounts: {
        submitted: inStatus(db, 'submitted'),
        paid: inStatus(db, 'paid'),
        reviewing: inStatus(db, 'reviewing'),
        government_processing: inStatus(db, 'government_processing'),
        completed: inStatus(db, 'completed'),
        certificate_issued: inStatus(db, 'certificate_issued'),
      },
    };
  },
  getAnalytics({ query: { period } }, db) {
    const recent = sorted(db.registrations, '-createdAt', SORT_KEYS).slice(0, RECENT_COUNT);
    const distribution = emptyAnalytics.distribution.map(({ status }) => ({
      status,
      count: inStatus(db, status),
    }));
    return {
      ...emptyAnalytics,
      period,
      distribution,
      recent: recent.map((row) => asListed(asClient(db, row))),
    };
  },
  getFigures: ({ query: { period } }) => ({ ...emptyFigures, period }),
  exportRegistrations: (_asked, db) =>
    csv(['id;title', ...db.registrations.map(({ id, title }) => `${id};${title}`)].join('\r\n')),
  listPayments({ query }, db) {
    const { userId, status, kind, search, page, limit } = query;
    const found = db.payments.filter(
      (one) =>
        (userId === undefined || one.userId === userId) &&
        (status?.includes(one.status) ?? true) &&
        (kind?.includes(one.kind) ?? true) &&
        (search === undefined ||
          one.stripePaymentIntentId === search ||
          hasWords(`${one.payerName ?? ''} ${one.registrationTitle ?? ''}`, search)),
    );
    const isByCredits = ({ method }: { method: string }) => method === 'credits';
    const sum = (rows: typeof found) => rows.reduce((cents, { amount }) => cents + amount, 0);
    const rows = sorted(found, '-createdAt', SORT_KEYS);
    return {
      ...paymentsPage(rows.slice((page - 1) * limit, page * limit), {
        received: sum(found.filter((one) => !isByCredits(one))),
        refunded: found.reduce((cents, one) => cents + one.refundedAmount, 0),
        withCredits: sum(found.filter(isByCredits)),
        count: found.length,
      }),
      total: found.length,
      page,
      pageSize: limit,
    };
  },
  countAttention(_asked, db) {
    const toReturn = db.payments.filter(({ toTransfer }) => toTransfer > 0);
    const cents = toReturn.reduce((sum, one) => sum + one.toTransfer, 0);
    const counted = { attention: 'to_return' as const, payments: toReturn.length, cents, dueBy: null };
    return { items: toReturn.length > 0 ? [counted] : [] };
  },
  getPayment({ params }, db) {
    const found = db.payments.find(({ id }) => id === params.id);
    if (found === undefined) throw new AppError('not-found', { message: 'Pagamento não encontrado' });
    return { ...found, steps: [], refundable: 0, transferable: 0, refund: null, transfer: null };
  },
  listUnpaidFiles({ query }, db) {
    const rows = sorted(db.registrations.filter(canPay), '-createdAt', SORT_KEYS).map((row) => ({
      id: row.id,
      title: row.title,
      userId: row.userId,
      applicantName: row.applicantName,
      fileName: row.fileName ?? '',
      fileAttachedAt: row.createdAt,
      amount: row.paymentAmount,
      expiresAt: null,
      remindedAt: null,
      remindableFrom: null,
    }));
    const amount = rows.reduce((cents, one) => cents + one.amount, 0);
    return { ...paged(rows, query), totals: { count: rows.length, amount } };
  },
  listWebhookEvents: ({ query }) => paged([], query),
  listDoubtfulCertificates: () => ({ items: [] }),
  listAudit: ({ query: { limit } }) => pageOf([], limit),
  listKeptReasons: ({ query }, db) => paged(db.reasons, query),
  listReasons: ({ query }, db) =>
    paged(
      db.reasons.filter(({ archivedAt }) => archivedAt === null),
      query,
    ),
  addReason({ body }, db) {
    const reason = { id: db.nextId(), ...body, archivedAt: null, uses: 0 };
    db.reasons.push(reason);
    return reason;
  },
};
