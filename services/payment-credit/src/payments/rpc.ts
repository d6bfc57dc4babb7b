import { userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { PaymentConfig, PaymentsService } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { abandonedBefore } from '../stripe/domain/intent.ts';
import { getOpenPayment, syncIntent } from './open-payment.ts';
import { listOwnVouchers } from './open-vouchers.ts';
import { createRegistrationIntent } from './pay-by-provider.ts';
import { payWithCredits } from './pay-with-credits.ts';
import { getReceipt } from './receipt.ts';
import { paymentMessage } from './rpc-admin.ts';
import { moneyRpcs } from './rpc-money.ts';
import { findPaymentOfIntent, usersWithOpenPayments } from './store.ts';
import { listPayments } from './store-list.ts';

export const paymentRpcs = (deps: Deps) =>
  ({
    getPaymentConfig: { allow: signedIn, run: async () => configMessage(deps.config) },
    createRegistrationIntent: {
      allow: signedIn,
      run: (request, call) =>
        createRegistrationIntent(deps, { ...request, id: registrationId(request.id) }, call),
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
    listOwnPayments: {
      allow: signedIn,
      run: async (request, call) => {
        const own = {
          userId: userOf(call.actor).id,
          statuses: [],
          kinds: ['registration' as const],
          from: '',
          to: '',
        };
        const { items, total } = await listPayments(deps.db, own, pageBounds(request));
        return { items: items.map(paymentMessage), total, totals: undefined, totalCapped: false };
      },
    },
    findIntent: {
      allow: staff,
      run: async ({ paymentIntentId }) => ({
        registrationId: (await findPaymentOfIntent(deps.db, paymentIntentId))?.registrationId,
      }),
    },
    ...moneyRpcs(deps),
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

/** A malformed id is treated as unknown. @throws AppError not-found */
function registrationId(id: string): string {
  if (!isUuid(id)) throw new AppError('not-found', { message: 'Registro não encontrado' });
  return id.toLowerCase();
}

const configMessage = (config: Config): PaymentConfig => ({
  provider: config.STRIPE_SECRET_KEY.startsWith('sk_sim_') ? 'simulator' : 'stripe',
  publishableKey: config.STRIPE_PUBLISHABLE_KEY,
  apiBase: config.STRIPE_BROWSER_BASE ?? config.STRIPE_API_BASE ?? 'https://api.stripe.com',
  methods: [...config.STRIPE_PAYMENT_METHODS],
});
