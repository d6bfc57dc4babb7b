import { idParams } from '../common.ts';
import {
  adminPaymentListQuery,
  adminPaymentPage,
  attentionCounts,
  paymentDetails,
  paymentExportBody,
  paymentTransfer,
  recordTransferBody,
  refundBody,
  refundOrder,
} from '../payment-admin.ts';
import { webhookEvent, webhookEventListQuery, webhookEventPage, webhookEventParams } from '../payments.ts';
import { reminded, unpaidFileListQuery, unpaidFilePage } from '../unpaid-files.ts';
import { admins, type Routes } from './route.ts';

const NO_PAYMENT = 'Pagamento não encontrado';
const tag = 'Administração: pagamentos';
const all = { tag, roles: admins } as const;
const list = { ...all, method: 'GET' } as const;
const one = { ...all, params: idParams, absent: NO_PAYMENT } as const;

export const adminPaymentRoutes = {
  listPayments: {
    ...list,
    path: '/api/admin/payments',
    summary: 'Os pagamentos de registros e de créditos, os mais novos primeiro, e o que somam',
    query: adminPaymentListQuery,
    limit: 'searches',
    answer: adminPaymentPage,
  },
  countAttention: {
    ...list,
    path: '/api/admin/payments/attention',
    summary: 'Quantos pagamentos pedem a atenção da administração, e por quê',
    answer: attentionCounts,
  },
  getPayment: {
    ...one,
    method: 'GET',
    path: '/api/admin/payments/:id',
    summary: 'Um pagamento e tudo o que houve com ele',
    answer: paymentDetails,
  },
  refundPayment: {
    ...one,
    method: 'POST',
    path: '/api/admin/payments/:id/refund',
    summary: 'Devolve o que resta de um pagamento com cartão; pedido outra vez, é o mesmo reembolso',
    body: refundBody,
    answer: refundOrder,
    idempotent: true,
  },
  recordTransfer: {
    ...one,
    method: 'POST',
    path: '/api/admin/payments/:id/given-back',
    summary:
      'Registra que o que o provedor não devolve foi devolvido por transferência; uma vez, o valor inteiro',
    body: recordTransferBody,
    answer: paymentTransfer,
    idempotent: true,
  },
  exportPayments: {
    ...all,
    method: 'POST',
    path: '/api/admin/payments/export',
    summary: 'Os pagamentos filtrados em CSV; a exportação fica na trilha',
    body: paymentExportBody,
    file: { media: 'text/csv' },
  },
  listUnpaidFiles: {
    ...list,
    path: '/api/admin/unpaid-files',
    summary: 'Registros com arquivo guardado e sem pagamento, os arquivos mais novos primeiro',
    query: unpaidFileListQuery,
    answer: unpaidFilePage,
  },
  remindOfPayment: {
    ...all,
    method: 'POST',
    path: '/api/admin/unpaid-files/:id/reminder',
    summary: 'Lembra o cliente, por e-mail, de pagar; outra vez só depois de uma semana',
    params: idParams,
    absent: 'Registro não encontrado',
    answer: reminded,
  },
  listWebhookEvents: {
    ...list,
    path: '/api/admin/webhook-events',
    summary: 'Os avisos recebidos do provedor de cartões',
    query: webhookEventListQuery,
    answer: webhookEventPage,
  },
  replayWebhookEvent: {
    ...all,
    method: 'POST',
    path: '/api/admin/webhook-events/:id/replay',
    summary: 'Processa um aviso outra vez',
    params: webhookEventParams,
    absent: 'Evento não encontrado',
    answer: webhookEvent,
  },
} as const satisfies Routes;
