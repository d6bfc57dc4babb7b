import type { FastifyInstance } from 'fastify';
import {
  adminPaymentListQuery,
  adminPaymentPage,
  webhookEvent,
  webhookEventListQuery,
  webhookEventPage,
  webhookEventParams,
} from '../../contract/payments.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentPayment, presentWebhookEvent } from '../present/payments.ts';
import { admins, type Deps, route } from '../route.ts';
import { PROVIDER_DEADLINE_MS } from './payments.ts';

const tag = 'Administração: pagamentos';

export function addAdminPayments(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, {
    method: 'GET',
    url: '/api/admin/payments',
    tag,
    summary: 'Os pagamentos de registros e de créditos, os mais novos primeiro',
    roles: admins,
    query: adminPaymentListQuery,
    answer: adminPaymentPage,
    run: async ({ query, call }) => {
      const found = await payments.listPayments(
        { page: toPageRequest(query), statuses: query.status ?? [], kinds: query.kind ?? [] },
        call,
      );
      return pageOfItems(query, found.items.map(presentPayment), found);
    },
  });

  route(app, deps, {
    method: 'GET',
    url: '/api/admin/webhook-events',
    tag,
    summary: 'Os avisos recebidos do provedor de cartões',
    roles: admins,
    query: webhookEventListQuery,
    answer: webhookEventPage,
    run: async ({ query, call }) => {
      const found = await payments.listWebhookEvents(
        { page: toPageRequest(query), statuses: query.status ?? [] },
        call,
      );
      return pageOfItems(query, found.items.map(presentWebhookEvent), found);
    },
  });

  route(app, deps, {
    method: 'POST',
    url: '/api/admin/webhook-events/:id/replay',
    tag,
    summary: 'Processa um aviso outra vez',
    roles: admins,
    params: webhookEventParams,
    absent: 'Evento não encontrado',
    answer: webhookEvent,
    run: async ({ params, call }) =>
      presentWebhookEvent(
        await payments.replayWebhookEvent(params, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
      ),
  });
}
