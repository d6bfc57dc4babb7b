import { userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { withoutNulls } from '@g2/kit/nulls';
import type { PaymentsService } from '@g2/proto/payment';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { packages } from './domain/packages.ts';
import { listPurchases } from './store.ts';

export const purchaseRpcs = (deps: Deps) =>
  ({
    listPackages: { allow: signedIn, run: async () => ({ items: packages.map((one) => ({ ...one })) }) },
    listOwnPurchases: {
      allow: signedIn,
      run: async (request, call) => {
        const { items, total } = await listPurchases(deps.db, userOf(call.actor).id, pageBounds(request));
        return { items: items.map(withoutNulls), total };
      },
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;
