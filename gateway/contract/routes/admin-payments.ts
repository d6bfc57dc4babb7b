import {
  adminPaymentListQuery,
  adminPaymentPage,
  webhookEvent,
  webhookEventListQuery,
  webhookEventPage,
  webhookEventParams,
} from '../payments.ts';
import { admins, type Routes } from './route.ts';

const tag = 'Administração: pagamentos';

export const adminPaymentRoutes = {
  listPayments: {
    method: 'GET',
    path: '/api/admin/payments',
    tag,
    summary: 'Os pagamentos de registros e de créditos, os mais novos primeiro',
    roles: admins,
    query: adminPaymentListQuery,
    answer: adminPaymentPage,
  },
  listWebhookEvents: {
    method: 'GET',
    path: '/api/admin/webhook-events',
    tag,
    summary: 'Os avisos recebidos do provedor de cartões',
    roles: admins,
    query: webhookEventListQuery,
    answer: webhookEventPage,
  },
  replayWebhookEvent: {
    method: 'POST',
    path: '/api/admin/webhook-events/:id/replay',
    tag,
    summary: 'Processa um aviso outra vez',
    roles: admins,
    params: webhookEventParams,
    absent: 'Evento não encontrado',
    answer: webhookEvent,
  },
} as const satisfies Routes;
