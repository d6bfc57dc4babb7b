import { userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import {
  type Payment,
  type PaymentDetails,
  PaymentFilter as PaymentFilterMessage,
  type PaymentRows,
  type PaymentStep,
  type PaymentsService,
} from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { declineOfRow } from '../domain/intent.ts';
import { type Attempt, findAttempt } from '../payments/attempt.ts';
import { noSuchPayment } from '../payments/domain/registration-payment.ts';
import { transferable, unreturnedBoletoCents } from '../payments/domain/transfer.ts';
import { findTransfer } from '../payments/store-transfers.ts';
import { isActive } from '../refunds/domain/refund-order.ts';
import { refundableOf } from '../refunds/refund-orders.ts';
import { ordersOf } from '../refunds/store-orders.ts';
import { emitAct } from '../store.ts';
import { exportAct, type PaymentFilter, parsePaymentFilter } from './filter.ts';
import { moneyRpcs } from './rpc-money.ts';
import { countAttention } from './store-attention.ts';
import { findListed, type ListedPayment, listPayments, paymentsAfter } from './store-list.ts';
import { settledPayments } from './store-settled.ts';
import { type Step, stepsOf } from './store-steps.ts';

const EXPORT_PAGE_SIZE = 500;

export const reportRpcs = (deps: Deps) =>
  ({
    listPayments: {
      allow: ['admin'],
      run: async ({ page, ...asked }) => {
        const { items, ...rest } = await listPayments(deps.db, parsePaymentFilter(asked), pageBounds(page));
        return { items: items.map(paymentMessage), ...rest };
      },
    },
    getPayment: { allow: ['admin'], run: ({ id }) => details(deps, id) },
    countAttention: { allow: ['admin'], run: async () => ({ items: await countAttention(deps.db) }) },
    getSettledPayments: {
      allow: ['admin'],
      run: async ({ registrationIds: ids }) => {
        if (ids.length > EXPORT_PAGE_SIZE || !ids.every(isUuid)) throw new AppError('invalid-input');
        return { items: await settledPayments(deps.db, ids) };
      },
    },
    startPaymentExport: {
      allow: ['admin'],
      run: async (request, call) => {
        const filter = parsePaymentFilter(request);
        const rows = await exportPage(deps, filter, '');
        await deps.db.tx((tx) => emitAct(tx, exportAct(filter, userOf(call.actor).id)));
        return rows;
      },
    },
    continuePaymentExport: {
      allow: ['admin'],
      run: ({ filter, after }) => {
        if (!isUuid(after)) throw new AppError('invalid-input', { message: 'Página inválida' });
        return exportPage(deps, parsePaymentFilter(filter ?? PaymentFilterMessage.fromPartial({})), after);
      },
    },
    listOwnPayments: {
      allow: signedIn,
      run: async (request, call) => {
        const { id: userId } = userOf(call.actor);
        const own = parsePaymentFilter({ userId, statuses: [], kinds: ['registration'] });
        const { items, total } = await listPayments(deps.db, own, pageBounds(request));
        return { items: items.map(paymentMessage), total, totals: undefined, totalCapped: false };
      },
    },
    ...moneyRpcs(deps),
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

async function exportPage({ db }: Deps, filter: PaymentFilter, after: string): Promise<PaymentRows> {
  const rows = await paymentsAfter(db, filter, after, EXPORT_PAGE_SIZE + 1);
  const items = rows.slice(0, EXPORT_PAGE_SIZE).map(paymentMessage);
  return { items, next: rows.length > EXPORT_PAGE_SIZE ? (items.at(-1)?.id ?? '') : '' };
}

/** @throws AppError not-found */
async function details({ db, clock }: Deps, asked: string): Promise<PaymentDetails> {
  const id = asked.toLowerCase();
  const listed = isUuid(id) ? await findListed(db, id) : undefined;
  if (!listed) throw noSuchPayment();
  const [steps, [latest], transfer, attempt] = await Promise.all([
    stepsOf(db, listed),
    ordersOf(db, id),
    findTransfer(db, id),
    findAttempt(db, id),
  ]);
  const now = clock();
  const isOrdered = latest !== undefined && isActive(latest.order, latest.refund);
  return {
    payment: paymentMessage(listed),
    steps: steps.map(stepMessage),
    refundable: isOrdered || !attempt ? 0 : refundableCents(attempt, now),
    refund: latest?.order,
    transfer,
    transferable: isOrdered || attempt?.kind !== 'payment' ? 0 : transferable(attempt.row, now),
  };
}

function refundableCents(attempt: Attempt, now: Date): number {
  const able = refundableOf(attempt, now);
  return 'cents' in able ? able.cents : 0;
}

const stepMessage = ({ at, status = '', reference = '', ...step }: Step): PaymentStep => ({
  ...step,
  at: at ?? undefined,
  status,
  reference,
});

const paymentMessage = (payment: ListedPayment): Payment => ({
  ...withoutNulls(payment),
  decline: declineOfRow(payment) ?? undefined,
  toTransfer: unreturnedBoletoCents(payment, payment.method),
});
