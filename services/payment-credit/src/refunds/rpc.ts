import type { RpcTable } from '@g2/kit/grpc-server';
import type { PaymentsService, RefundOrder as RefundOrderMessage } from '@g2/proto/payment';
import type { Deps } from '../deps.ts';
import type { RefundOrder } from './domain/refund-order.ts';
import { refundPayment } from './refund-orders.ts';

export const refundRpcs = (deps: Deps) =>
  ({
    refundPayment: {
      allow: ['admin'],
      run: async (request, call) => orderMessage(await refundPayment(deps, request, call)),
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

export const orderMessage = (order: RefundOrder): RefundOrderMessage => ({
  id: order.id,
  state: order.state,
  orderedBy: order.orderedBy,
  reason: order.reason,
  note: order.note,
  orderedAt: order.orderedAt,
  amount: order.amount,
});
