import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import {
  type AdjustCreditsRequest,
  AdjustedCredits,
  type Balance,
  type PaymentsService,
} from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { emitAct } from '../store.ts';
import { adjustmentAct, parseAdjustment } from './domain/adjustment.ts';
import type { Account } from './domain/debt.ts';
import { accountsOf, listEntries, postEntry } from './store.ts';

export const ledgerRpcs = (deps: Deps) =>
  ({
    listOwnTransactions: {
      allow: signedIn,
      run: async (request, call) => {
        const { items, total } = await listEntries(deps.db, userOf(call.actor).id, pageBounds(request));
        return { items: items.map(withoutNulls), total };
      },
    },
    getOwnBalance: {
      allow: signedIn,
      run: async (_request, call) => {
        const userId = userOf(call.actor).id;
        return balanceMessage(userId, await accountsOf(deps.db, [userId]));
      },
    },
    listTransactions: {
      allow: ['admin'],
      run: async ({ userId, page }) => {
        if (!isUuid(userId)) throw new AppError('not-found', { message: 'Usuário não encontrado' });
        const { items, total } = await listEntries(deps.db, userId, pageBounds(page));
        return { items: items.map(withoutNulls), total };
      },
    },
    adjustCredits: { allow: ['admin'], run: (request, call) => adjust(deps, request, call) },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

function adjust(deps: Deps, request: AdjustCreditsRequest, call: Call): Promise<AdjustedCredits> {
  const adjustment = parseAdjustment(request);
  if (adjustment.delta > 0) call.requireApproval();
  const createdBy = userOf(call.actor).id;
  return idempotentTx(deps.db, call.idempotency, AdjustedCredits, async (tx) => {
    const posted = await postEntry(tx, { ...adjustment, createdBy }, deps.clock());
    await emitAct(tx, adjustmentAct(adjustment, createdBy));
    return { transaction: withoutNulls(posted.entry), balance: posted.balance };
  });
}

export function balanceMessage(userId: string, accounts: Map<string, Account>): Balance {
  const { balance, owed } = accounts.get(userId) ?? { balance: 0, owed: 0 };
  return { userId, credits: balance, owed, hasOpenPayments: false };
}
