import type { FastifyInstance } from 'fastify';
import { adminPaymentRoutes } from '../../contract/routes/admin-payments.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentPayment, presentWebhookEvent } from '../present/payments.ts';
import { type Deps, route } from '../route.ts';
import { PROVIDER_DEADLINE_MS } from './payments.ts';

export function addAdminPayments(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, adminPaymentRoutes.listPayments, async ({ query, call }) => {
    const found = await payments.listPayments(
      { page: toPageRequest(query), statuses: query.status ?? [], kinds: query.kind ?? [] },
      call,
    );
    return pageOfItems(query, found.items.map(presentPayment), found);
  });

  route(app, deps, adminPaymentRoutes.listWebhookEvents, async ({ query, call }) => {
    const found = await payments.listWebhookEvents(
      { page: toPageRequest(query), statuses: query.status ?? [] },
      call,
    );
    return pageOfItems(query, found.items.map(presentWebhookEvent), found);
  });

  route(app, deps, adminPaymentRoutes.replayWebhookEvent, async ({ params, call }) =>
    presentWebhookEvent(
      await payments.replayWebhookEvent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
    ),
  );
}
