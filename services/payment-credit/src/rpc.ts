import type { RpcTable } from '@g2/kit/grpc-server';
import type { PaymentsService } from '@g2/proto/payment';
import type { Deps } from './deps.ts';
import { creditRpcs } from './rpc/credits.ts';
import { paymentRpcs } from './rpc/payments.ts';
import { webhookRpcs } from './rpc/webhooks.ts';

/** Every rpc of payment.proto with who may call it. */
export const rpcTable = (deps: Deps): RpcTable<typeof PaymentsService> => ({
  ...creditRpcs(deps),
  ...paymentRpcs(deps),
  ...webhookRpcs(deps),
});
