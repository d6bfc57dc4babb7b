import type { RpcTable } from '@g2/kit/grpc-server';
import type { PaymentsService } from '@g2/proto/payment';
import type { Deps } from '../deps.ts';
import { refundPayment } from './refund-orders.ts';

export const refundRpcs = (deps: Deps) =>
  ({
    refundPayment: {
      allow: ['admin'],
      run: (request, call) => refundPayment(deps, request, call),
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;
