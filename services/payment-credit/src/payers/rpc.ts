import { userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { withoutNulls } from '@g2/kit/nulls';
import type { PaymentsService } from '@g2/proto/payment';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { listPayers } from './store.ts';

export const payerRpcs = ({ db }: Deps) =>
  ({
    listOwnPayers: {
      allow: signedIn,
      run: async (request, call) => {
        const { items, total } = await listPayers(db, userOf(call.actor).id, pageBounds(request));
        const payers = items.map((it) => ({ ...it, payer: withoutNulls(it) }));
        return { items: payers, total };
      },
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;
