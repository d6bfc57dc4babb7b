import type { RpcTable } from '@g2/kit/grpc-server';
import type { PaymentsService } from '@g2/proto/payment';
import { daysOf, spanOf } from '@g2/terms/civil-days';
import type { Deps } from '../deps.ts';
import { moneyOf, paymentHealth } from './store-money.ts';

/** What an owner reads of money, by days. */
export const moneyRpcs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  ({
    getPaymentHealth: {
      allow: ['admin'],
      run: ({ period }) => paymentHealth(db, daysOf(period, clock())),
    },
    getMoney: {
      allow: ['admin'],
      run: async ({ period, span }) => {
        const days = daysOf(period, clock());
        return { ...days, ...(await moneyOf(db, days, spanOf(period, span))) };
      },
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;
