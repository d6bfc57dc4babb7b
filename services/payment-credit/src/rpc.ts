import type { RpcTable } from '@g2/kit/grpc-server';
import type { PaymentsService } from '@g2/proto/payment';
import { ledgerRpcs } from './ledger/rpc.ts';
import { payerRpcs } from './payers/rpc.ts';
import { paymentRpcs } from './payments/rpc.ts';
import { purchaseRpcs } from './purchases/rpc.ts';
import { refundRpcs } from './refunds/rpc.ts';
import { reportRpcs } from './reports/rpc.ts';
import { stripeRpcs } from './stripe/rpc.ts';
import type { StripeDeps } from './stripe/webhook-events.ts';

export const rpcTable = (deps: StripeDeps): RpcTable<typeof PaymentsService> => ({
  ...ledgerRpcs(deps),
  ...purchaseRpcs(deps),
  ...payerRpcs(deps),
  ...paymentRpcs(deps),
  ...refundRpcs(deps),
  ...reportRpcs(deps),
  ...stripeRpcs(deps),
});
