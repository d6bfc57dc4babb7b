import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { Payment, PaymentConfig, PaymentsService } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import { isOneOf, LISTED_PAYMENT_STATUSES, PAYMENT_KINDS } from '@g2/terms/payments';
import { periodStart } from '@g2/terms/periods';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { filterOf } from '../domain/filter.ts';
import { cardFigures } from '../purchases/store.ts';
import { abandonedBefore, declineIn } from '../stripe/domain/intent.ts';
import { createRegistrationIntent, syncIntent } from './pay-by-card.ts';
import { payWithCredits } from './pay-with-credits.ts';
import { getReceipt } from './receipt.ts';
import { findPaymentOfIntent, openPayers } from './store.ts';
import { type ListedPayment, listPayments } from './store-list.ts';

/** Payments of registrations. */
export const paymentRpcs = (deps: Deps) =>
  ({
    getPaymentConfig: { allow: signedIn, run: async () => configMessage(deps.config) },
    createRegistrationIntent: {
      allow: signedIn,
      run: ({ id }, call) => createRegistrationIntent(deps, registrationId(id), call),
    },
    payWithCredits: {
      allow: signedIn,
      run: ({ id }, call) => payWithCredits(deps, registrationId(id), call),
    },
    syncIntent: {
      allow: signedIn,
      run: ({ paymentIntentId }, call) => syncIntent(deps, paymentIntentId, call),
    },
    getReceipt: { allow: signedIn, run: ({ id }, call) => getReceipt(deps, registrationId(id), call) },
    hasOpenPayments: {
      allow: ['service:identity'],
      run: async ({ id }) => {
        if (!isUuid(id)) throw new AppError('not-found', { message: 'Usuário não encontrado' });
        return {
          found: (await openPayers(deps.db, [id], abandonedBefore(deps.clock()))).has(id.toLowerCase()),
        };
      },
    },
    listPayments: {
      allow: ['admin'],
      run: async ({ page, statuses, kinds }) => {
        const filter = {
          statuses: filterOf('status', statuses, isOneOf(LISTED_PAYMENT_STATUSES), 'Status inválido'),
          kinds: filterOf('kind', kinds, isOneOf(PAYMENT_KINDS), 'Tipo inválido'),
        };
        const { items, total } = await listPayments(deps.db, filter, pageBounds(page));
        return { items: items.map(paymentMessage), total };
      },
    },
    findIntent: {
      allow: staff,
      run: async ({ paymentIntentId }) => ({
        registrationId: (await findPaymentOfIntent(deps.db, paymentIntentId))?.registrationId,
      }),
    },
    getPaymentHealth: {
      allow: ['admin'],
      run: async ({ period }) => {
        const since = periodStart(period, deps.clock());
        const { succeeded, declined } = await cardFigures(deps.db, since);
        const finished = succeeded + declined;
        return { successRate: finished === 0 ? undefined : (succeeded / finished) * 100 };
      },
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

/** A malformed id names nothing. @throws AppError not-found */
function registrationId(id: string): string {
  if (!isUuid(id)) throw new AppError('not-found', { message: 'Registro não encontrado' });
  return id.toLowerCase();
}

const configMessage = (config: Config): PaymentConfig => ({
  provider: config.STRIPE_SECRET_KEY.startsWith('sk_sim_') ? 'simulator' : 'stripe',
  publishableKey: config.STRIPE_PUBLISHABLE_KEY,
  apiBase: config.STRIPE_BROWSER_BASE ?? config.STRIPE_API_BASE ?? 'https://api.stripe.com',
});

const paymentMessage = (payment: ListedPayment): Payment => ({
  id: payment.id,
  kind: payment.kind,
  registrationId: payment.registrationId ?? undefined,
  userId: payment.userId,
  method: payment.method,
  status: payment.status,
  amount: payment.amount,
  refundedAmount: payment.refundedAmount,
  stripePaymentIntentId: payment.stripePaymentIntentId ?? undefined,
  createdAt: payment.createdAt,
  settledAt: payment.settledAt ?? undefined,
  flag: payment.flag ?? undefined,
  decline: declineIn(payment) ?? undefined,
});
