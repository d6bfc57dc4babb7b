import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { PaymentsService } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { abandonedBefore } from '../domain/intent.ts';
import { balanceMessage } from '../ledger/rpc.ts';
import { accountsOf } from '../ledger/store.ts';
import { getOpenPayment, syncIntent } from './open-payment.ts';
import { listOwnVouchers } from './open-vouchers.ts';
import { createPurchaseIntent, createRegistrationIntent } from './pay-by-provider.ts';
import { payWithCredits } from './pay-with-credits.ts';
import { getReceipt } from './receipt.ts';
import { findPaymentOfIntent, usersWithOpenPayments } from './store.ts';
import { recordTransfer } from './transfers.ts';

const MAX_BALANCES = 200;

export const paymentRpcs = (deps: Deps) =>
  ({
    createRegistrationIntent: {
      allow: signedIn,
      run: (request, call) =>
        createRegistrationIntent(deps, { ...request, id: registrationId(request.id) }, call),
    },
    createPurchaseIntent: {
      allow: signedIn,
      run: (request, call) => createPurchaseIntent(deps, request, call),
    },
    getOpenPayment: { allow: signedIn, run: (request, call) => getOpenPayment(deps, request, call) },
    listOwnVouchers: { allow: signedIn, run: (_request, call) => listOwnVouchers(deps, call) },
    payWithCredits: {
      allow: signedIn,
      run: ({ id }, call) => payWithCredits(deps, registrationId(id), call),
    },
    syncIntent: {
      allow: signedIn,
      run: ({ paymentIntentId }, call) => syncIntent(deps, paymentIntentId, call),
    },
    getReceipt: {
      allow: signedIn,
      scopes: ['certificates:read'],
      run: ({ id }, call) => getReceipt(deps, registrationId(id), call),
    },
    hasOpenPayments: {
      allow: ['service:identity'],
      run: async ({ id }) => {
        if (!isUuid(id)) throw new AppError('not-found', { message: 'Usuário não encontrado' });
        return {
          found: (await usersWithOpenPayments(deps.db, [id], abandonedBefore(deps.clock()))).has(
            id.toLowerCase(),
          ),
        };
      },
    },
    getBalances: {
      allow: ['admin', 'service:identity'],
      run: async ({ userIds }) => {
        if (userIds.length > MAX_BALANCES) throw new AppError('invalid-input');
        const ids = userIds.filter(isUuid).map((id) => id.toLowerCase());
        const [found, open] = await Promise.all([
          accountsOf(deps.db, ids),
          usersWithOpenPayments(deps.db, ids, abandonedBefore(deps.clock())),
        ]);
        return {
          items: ids.map((id) => ({ ...balanceMessage(id, found), hasOpenPayments: open.has(id) })),
        };
      },
    },
    recordTransfer: { allow: ['admin'], run: (request, call) => recordTransfer(deps, request, call) },
    findIntent: {
      allow: staff,
      run: async ({ paymentIntentId }) => ({
        registrationId: (await findPaymentOfIntent(deps.db, paymentIntentId))?.registrationId,
      }),
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

/** A malformed id is treated as unknown. @throws AppError not-found */
function registrationId(id: string): string {
  if (!isUuid(id)) throw new AppError('not-found', { message: 'Registro não encontrado' });
  return id.toLowerCase();
}
