import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { oncePerKey } from '@g2/kit/idempotency';
import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import {
  type AdjustCreditsRequest,
  AdjustedCredits,
  type Balance,
  type PaymentsService,
  type Purchase,
  type Transaction,
} from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { adjustmentOf } from '../domain/adjustment.ts';
import { abandonedBefore } from '../domain/intent.ts';
import type { Account } from '../domain/owed.ts';
import { packages } from '../domain/packages.ts';
import type { CreditPurchase } from '../domain/purchase.ts';
import { balanceChanged } from '../effects.ts';
import { createPurchaseIntent } from '../pay-by-card.ts';
import { accountsOf, type LedgerEntry, listEntries, post } from '../store-ledger.ts';
import { openPayers } from '../store-payments.ts';
import { listPurchases } from '../store-purchases.ts';

const MAX_BALANCES = 200;

type CreditRpcs = Pick<
  RpcTable<typeof PaymentsService>,
  | 'listPackages'
  | 'createPurchaseIntent'
  | 'listOwnPurchases'
  | 'listOwnTransactions'
  | 'getOwnBalance'
  | 'getBalances'
  | 'listTransactions'
  | 'adjustCredits'
>;

/** Credits: packages, purchases, balances, the ledger. */
export const creditRpcs = (deps: Deps): CreditRpcs => ({
  listPackages: { allow: signedIn, run: async () => ({ items: packages.map((one) => ({ ...one })) }) },
  createPurchaseIntent: {
    allow: signedIn,
    run: (request, call) => createPurchaseIntent(deps, request, call),
  },
  listOwnPurchases: {
    allow: signedIn,
    run: async (request, call) => {
      const { items, total } = await listPurchases(deps.db, userOf(call.actor).id, pageBounds(request));
      return { items: items.map(purchaseMessage), total };
    },
  },
  listOwnTransactions: {
    allow: signedIn,
    run: async (request, call) => {
      const { items, total } = await listEntries(deps.db, userOf(call.actor).id, pageBounds(request));
      return { items: items.map(transactionMessage), total };
    },
  },
  getOwnBalance: {
    allow: signedIn,
    run: async (_request, call) => {
      const userId = userOf(call.actor).id;
      return balanceMessage(userId, await accountsOf(deps.db, [userId]));
    },
  },
  getBalances: {
    allow: ['admin', 'service:identity'],
    run: async ({ userIds }) => {
      if (userIds.length > MAX_BALANCES) throw new AppError('invalid-input');
      const ids = userIds.filter(isUuid).map((id) => id.toLowerCase());
      const [found, open] = await Promise.all([
        accountsOf(deps.db, ids),
        openPayers(deps.db, ids, abandonedBefore(deps.clock())),
      ]);
      return {
        items: ids.map((id) => ({ ...balanceMessage(id, found), hasOpenPayments: open.has(id) })),
      };
    },
  },
  listTransactions: {
    allow: ['admin'],
    run: async ({ userId, page }) => {
      if (!isUuid(userId)) throw new AppError('not-found', { message: 'Usuário não encontrado' });
      const { items, total } = await listEntries(deps.db, userId, pageBounds(page));
      return { items: items.map(transactionMessage), total };
    },
  },
  adjustCredits: { allow: ['admin'], run: (request, call) => adjust(deps, request, call) },
});

function adjust(deps: Deps, request: AdjustCreditsRequest, call: Call): Promise<AdjustedCredits> {
  const adjustment = adjustmentOf(request);
  const createdBy = userOf(call.actor).id;
  return deps.db.tx((tx) =>
    oncePerKey(tx, call.idempotency, AdjustedCredits, async () => {
      const posted = await post(tx, { ...adjustment, createdBy }, deps.clock());
      await emit(tx, [balanceChanged(posted)]);
      return { transaction: transactionMessage(posted.entry), balance: posted.balance };
    }),
  );
}

function balanceMessage(userId: string, accounts: Map<string, Account>): Balance {
  const { balance, owed } = accounts.get(userId) ?? { balance: 0, owed: 0 };
  return { userId, credits: balance, owed, hasOpenPayments: false };
}

const transactionMessage = (entry: LedgerEntry): Transaction => ({
  ...entry,
  referenceType: entry.referenceType ?? undefined,
  referenceId: entry.referenceId ?? undefined,
  createdBy: entry.createdBy ?? undefined,
});

const purchaseMessage = (purchase: CreditPurchase): Purchase => ({
  id: purchase.id,
  creditsAmount: purchase.creditsAmount,
  priceInCents: purchase.priceInCents,
  packageType: purchase.packageType,
  status: purchase.status,
  paymentIntentStatus: purchase.paymentIntentStatus ?? undefined,
  completedAt: purchase.completedAt ?? undefined,
  createdAt: purchase.createdAt,
});
