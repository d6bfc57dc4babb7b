import type { RpcTable } from '@g2/kit/grpc-server';
import { singleFlight } from '@g2/kit/single-flight';
import type { PaymentsService } from '@g2/proto/payment';
import { daysOf, spanOf } from '@g2/terms/civil-days';
import type { Deps } from '../deps.ts';
import { moneyOf, paymentHealth } from './store-money.ts';

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
        const by = spanOf(period, span);
        const money = await singleFlight(db, `money ${days.from} ${days.to} ${by}`, () =>
          moneyOf(db, days, by),
        );
        return { ...days, ...money };
      },
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;
