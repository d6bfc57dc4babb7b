import { userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import type { PaymentConfig, PaymentsService, WebhookEvent } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import { oneOfGuard, WEBHOOK_STATUSES } from '@g2/terms/payments';
import type { Config } from '../config.ts';
import { filterOf } from '../domain/filter.ts';
import { declineOfRow } from '../domain/intent.ts';
import { findEvent, listEvents, type WebhookEventRow } from './store-events.ts';
import { processEvent, type StripeDeps } from './webhook-events.ts';

export const stripeRpcs = (deps: StripeDeps) =>
  ({
    getPaymentConfig: { allow: signedIn, run: async () => configMessage(deps.config) },
    listWebhookEvents: {
      allow: ['admin'],
      run: async ({ page, statuses }) => {
        const known = filterOf('status', statuses, oneOfGuard(WEBHOOK_STATUSES), 'Status inválido');
        const { items, total } = await listEvents(deps.db, known, pageBounds(page));
        return { items: items.map(eventMessage), total };
      },
    },
    replayWebhookEvent: {
      allow: ['admin'],
      run: async ({ id }, call) => {
        const row = isUuid(id) ? await findEvent(deps.db, id) : undefined;
        if (!row) throw new AppError('not-found', { message: 'Evento não encontrado' });
        return eventMessage(await processEvent(deps, row, userOf(call.actor).id));
      },
    },
  }) satisfies Partial<RpcTable<typeof PaymentsService>>;

const configMessage = (config: Config): PaymentConfig => ({
  provider: config.STRIPE_SECRET_KEY.startsWith('sk_sim_') ? 'simulator' : 'stripe',
  publishableKey: config.STRIPE_PUBLISHABLE_KEY,
  apiBase: config.STRIPE_BROWSER_BASE ?? config.STRIPE_API_BASE ?? 'https://api.stripe.com',
  methods: [...config.STRIPE_PAYMENT_METHODS],
});

const eventMessage = (row: WebhookEventRow): WebhookEvent => ({
  ...withoutNulls(row),
  decline: declineOfRow(row) ?? undefined,
});
