import { userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import type { PaymentsService, Purchase } from '@g2/proto/payment';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { packages } from './domain/packages.ts';
import type { CreditPurchase } from './domain/purchase.ts';
import { listPurchases } from './store.ts';

export const purchaseRpcs = (deps: Deps) =>
  ({
    listPackages: { allow: signedIn, run: async () => ({ items: packages.map((one) => ({ ...one })) }) },
    listOwnPurchases: {
      allow: signedIn,
      run: async (request, call) => {
        const { items, total } = await listPurchases(deps.db, userOf(call.actor).id, pageBounds(request));
        return { items: items.map(purchaseMessage), total };
      },
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

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
