import { AppError } from '@g2/gateway/contract/errors';
import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import type { Db } from '../db.ts';
import { hasWords, paginate, sortRows } from '../lists.ts';
import { emptyAnalytics, emptyFigures, pageOf, paymentsPage } from '../records.ts';
import { asClient, asListed, canPay } from '../registrations.ts';
import type { Handlers } from './handler.ts';

const RECENT_COUNT = 5;
const MONTH_MS = 30 * 86_400_000;

const countInStatus = (db: Db, status: RegistrationStatus): number =>
  db.registrations.filter((registration) => registration.status === status).length;

const SORT_KEYS = { createdAt: ({ createdAt }: { createdAt: string }) => createdAt };
const csvResponse = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/csv' } });

export const adminHandlers: Handlers = {
  getEnhancedStats(_input, db) {
    const since = new Date(Date.parse(db.now()) - MONTH_MS).toISOString();
    const count = (role: string) => db.users.filter((user) => user.role === role).length;
    return {
      users: { total: db.users.length, admins: count('admin'), clients: count('client') },
      registrations: {
        total: db.registrations.length,
        recent: db.registrations.filter(({ createdAt }) => createdAt >= since).length,
      },
      statusCounts: {
        submitted: countInStatus(db, 'submitted'),
        paid: countInStatus(db, 'paid'),
        reviewing: countInStatus(db, 'reviewing'),
        government_processing: countInStatus(db, 'government_processing'),
        completed: countInStatus(db, 'completed'),
        certificate_issued: countInStatus(db, 'certificate_issued'),
      },
    };
  },
  getAnalytics({ query: { period } }, db) {
    const recent = sortRows(db.registrations, '-createdAt', SORT_KEYS).slice(0, RECENT_COUNT);
    const distribution = emptyAnalytics.distribution.map(({ status }) => ({
      status,
      count: countInStatus(db, status),
    }));
    return {
      ...emptyAnalytics,
      period,
      distribution,
      recent: recent.map((registration) => asListed(asClient(db, registration))),
    };
  },
  getFigures: ({ query: { period } }) => ({ ...emptyFigures, period }),
  exportRegistrations: (_input, db) =>
    csvResponse(['id;title', ...db.registrations.map(({ id, title }) => `${id};${title}`)].join('\r\n')),
  listPayments({ query }, db) {
    const { userId, status, kind, search, page, limit } = query;
    const payments = db.payments.filter(
      (payment) =>
        (userId === undefined || payment.userId === userId) &&
        (status?.includes(payment.status) ?? true) &&
        (kind?.includes(payment.kind) ?? true) &&
        (search === undefined ||
          payment.stripePaymentIntentId === search ||
          hasWords(`${payment.payerName ?? ''} ${payment.registrationTitle ?? ''}`, search)),
    );
    const isByCredits = ({ method }: { method: string }) => method === 'credits';
    const sum = (rows: typeof payments) => rows.reduce((cents, { amount }) => cents + amount, 0);
    const rows = sortRows(payments, '-createdAt', SORT_KEYS);
    return {
      ...paymentsPage(rows.slice((page - 1) * limit, page * limit), {
        received: sum(payments.filter((payment) => !isByCredits(payment))),
        refunded: payments.reduce((cents, payment) => cents + payment.refundedAmount, 0),
        withCredits: sum(payments.filter(isByCredits)),
        count: payments.length,
      }),
      total: payments.length,
      page,
      pageSize: limit,
    };
  },
  countAttention(_input, db) {
    const paymentsToReturn = db.payments.filter(({ toTransfer }) => toTransfer > 0);
    const cents = paymentsToReturn.reduce((sum, payment) => sum + payment.toTransfer, 0);
    const attentionItem = {
      attention: 'to_return' as const,
      payments: paymentsToReturn.length,
      cents,
      dueBy: null,
    };
    return { items: paymentsToReturn.length > 0 ? [attentionItem] : [] };
  },
  getPayment({ params }, db) {
    const payment = db.payments.find(({ id }) => id === params.id);
    if (payment === undefined) throw new AppError('not-found', { message: 'Pagamento não encontrado' });
    return { ...payment, steps: [], refundable: 0, transferable: 0, refund: null, transfer: null };
  },
  listUnpaidFiles({ query }, db) {
    const rows = sortRows(db.registrations.filter(canPay), '-createdAt', SORT_KEYS).map((registration) => ({
      id: registration.id,
      title: registration.title,
      userId: registration.userId,
      applicantName: registration.applicantName,
      fileName: registration.fileName ?? '',
      fileAttachedAt: registration.createdAt,
      amount: registration.paymentAmount,
      expiresAt: null,
      remindedAt: null,
      remindableFrom: null,
    }));
    const total = rows.reduce((cents, { amount }) => cents + amount, 0);
    return { ...paginate(rows, query), totals: { count: rows.length, amount: total } };
  },
  listWebhookEvents: ({ query }) => paginate([], query),
  listDoubtfulCertificates: () => ({ items: [] }),
  listAudit: ({ query: { limit } }) => pageOf([], limit),
  listKeptReasons: ({ query }, db) => paginate(db.reasons, query),
  listReasons: ({ query }, db) =>
    paginate(
      db.reasons.filter(({ archivedAt }) => archivedAt === null),
      query,
    ),
  addReason({ body }, db) {
    const reason = { id: db.nextId(), ...body, archivedAt: null, uses: 0 };
    db.reasons.push(reason);
    return reason;
  },
};
