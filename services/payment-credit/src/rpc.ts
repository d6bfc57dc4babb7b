import type { RpcTable } from '@g2/kit/grpc-server';
import type { PaymentsService } from '@g2/proto/payment';
import type { Deps } from './deps.ts';
import { ledgerRpcs } from './ledger/rpc.ts';
import { payerRpcs } from './payers/rpc.ts';
import { paymentRpcs } from './payments/rpc.ts';
import { adminPaymentRpcs } from './payments/rpc-admin.ts';
import { purchaseRpcs } from './purchases/rpc.ts';
import { webhookRpcs } from './stripe/rpc.ts';

export const rpcTable = (deps: Deps): RpcTable<typeof PaymentsService> => ({
  ...ledgerRpcs(deps),
  ...purchaseRpcs(deps),
  ...payerRpcs(deps),
  ...paymentRpcs(deps),
  ...adminPaymentRpcs(deps),
  ...webhookRpcs(deps),
});
