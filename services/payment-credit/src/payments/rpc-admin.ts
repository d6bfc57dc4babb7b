import { userOf } from '@g2/kit/actor';
import type { RpcTable } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import {
  type Payment,
  type PaymentDetails,
  PaymentFilter as PaymentFilterMessage,
  type PaymentRows,
  type PaymentStep,
  type PaymentsService,
  type RefundOrder as RefundOrderMessage,
} from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { findPurchase } from '../purchases/store.ts';
import { emitAct } from '../store.ts';
import { declineOfRow } from '../stripe/domain/intent.ts';
import {
  isActive,
  type RefundOrder,
  refundablePayment,
  refundablePurchase,
} from '../stripe/domain/refund-order.ts';
import { noSuchPayment, refundPayment } from '../stripe/refund-orders.ts';
import { ordersOf } from '../stripe/store-refund-orders.ts';
import { transferable, unreturnedBoletoCents } from './domain/transfer.ts';
import { exportAct, type PaymentFilter, parsePaymentFilter } from './filter.ts';
import { findPayment } from './store.ts';
import { countAttention } from './store-attention.ts';
import { findListed, type ListedPayment, listPayments, paymentsAfter } from './store-list.ts';
import { settledPayments } from './store-settled.ts';
import { type Step, stepsOf } from './store-steps.ts';
import { findTransfer } from './store-transfers.ts';
import { recordTransfer, transferMessage } from './transfers.ts';

/** Rows per page of an export. */
const EXPORT_PAGE_SIZE = 500;

export const adminPaymentRpcs = (deps: Deps) =>
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
    refundPayment: {
      allow: ['admin'],
      run: async (request, call) => orderMessage(await refundPayment(deps, request, call)),
    },
    recordTransfer: {
      allow: ['admin'],
      run: (request, call) => recordTransfer(deps, request, call),
    },
    startPaymentExport: {
      allow: ['admin'],
      run: async (asked, call) => {
        const filter = parsePaymentFilter(asked);
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
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

async function exportPage({ db }: Deps, filter: PaymentFilter, after: string): Promise<PaymentRows> {
  const rows = await paymentsAfter(db, filter, after, EXPORT_PAGE_SIZE + 1);
  const items = rows.slice(0, EXPORT_PAGE_SIZE).map(paymentMessage);
  return { items, next: rows.length > EXPORT_PAGE_SIZE ? (items.at(-1)?.id ?? '') : '' };
}

/** @throws AppError not-found */
async function details(deps: Deps, asked: string): Promise<PaymentDetails> {
  const { db } = deps;
  const id = asked.toLowerCase();
  const listed = isUuid(id) ? await findListed(db, id) : undefined;
  if (!listed) throw noSuchPayment();
  const [steps, [latest], transfer] = await Promise.all([
    stepsOf(db, listed),
    ordersOf(db, id),
    findTransfer(db, id),
  ]);
  const isOrdered = latest !== undefined && isActive(latest.order, latest.refund);
  return {
    payment: paymentMessage(listed),
    steps: steps.map(stepMessage),
    refundable: isOrdered ? 0 : await refundableCents(deps, listed),
    refund: latest && orderMessage(latest.order),
    transfer: transfer && transferMessage(transfer),
    transferable: isOrdered ? 0 : await transferableCents(deps, listed),
  };
}

async function refundableCents({ db, clock }: Deps, { id, kind }: ListedPayment): Promise<number> {
  const payment = kind === 'registration' ? await findPayment(db, id) : undefined;
  const purchase = payment ? undefined : await findPurchase(db, id);
  const now = clock();
  const able = payment ? refundablePayment(payment, now) : purchase && refundablePurchase(purchase, now);
  return able && 'cents' in able ? able.cents : 0;
}

async function transferableCents({ db, clock }: Deps, { id, kind }: ListedPayment): Promise<number> {
  const payment = kind === 'registration' ? await findPayment(db, id) : undefined;
  return payment ? transferable(payment, clock()) : 0;
}

const stepMessage = ({ at, status = '', reference = '', order, ...step }: Step): PaymentStep => ({
  ...step,
  at: at ?? undefined,
  status,
  reference,
  order: order && orderMessage(order),
});

const orderMessage = (order: RefundOrder): RefundOrderMessage => ({
  id: order.id,
  state: order.state,
  orderedBy: order.orderedBy,
  reason: order.reason,
  note: order.note,
  orderedAt: order.orderedAt,
  amount: order.amount,
});

export const paymentMessage = (payment: ListedPayment): Payment => ({
  id: payment.id,
  kind: payment.kind,
  registrationId: payment.registrationId ?? undefined,
  userId: payment.userId,
  method: payment.method,
  status: payment.status,
  amount: payment.amount,
  refundedAmount: payment.refundedAmount,
  stripePaymentIntentId: payment.stripePaymentIntentId ?? undefined,
  createdAt: payment.createdAt,
  settledAt: payment.settledAt ?? undefined,
  flag: payment.flag ?? undefined,
  decline: declineOfRow(payment) ?? undefined,
  toTransfer: unreturnedBoletoCents(payment, payment.method),
  refundState: payment.refundState ?? undefined,
  disputeState: payment.disputeState ?? undefined,
  disputeDueBy: payment.disputeDueBy ?? undefined,
  closedAt: payment.closedAt ?? undefined,
});
