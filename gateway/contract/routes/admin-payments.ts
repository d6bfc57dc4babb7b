import { idParams } from '../common.ts';
import {
  adminPaymentListQuery,
  adminPaymentPage,
  givenBackBody,
  paymentDetails,
  paymentExportBody,
  paymentTransfer,
  refundBody,
  refundOrder,
} from '../payment-admin.ts';
import { webhookEvent, webhookEventListQuery, webhookEventPage, webhookEventParams } from '../payments.ts';
import { reminded, unpaidFileListQuery, unpaidFilePage } from '../unpaid-files.ts';
import { admins, type Routes } from './route.ts';

const NO_PAYMENT = 'Pagamento não encontrado';
const tag = 'Administração: pagamentos';

export const adminPaymentRoutes = {
  listPayments: {
    method: 'GET',
    path: '/api/admin/payments',
    tag,
    summary: 'Os pagamentos de registros e de créditos, os mais novos primeiro, e o que somam',
    roles: admins,
    query: adminPaymentListQuery,
    limit: 'searches',
    answer: adminPaymentPage,
  },
  getPayment: {
    method: 'GET',
    path: '/api/admin/payments/:id',
    tag,
    summary: 'Um pagamento e tudo o que houve com ele',
    roles: admins,
    params: idParams,
    absent: NO_PAYMENT,
    answer: paymentDetails,
  },
  refundPayment: {
    method: 'POST',
    path: '/api/admin/payments/:id/refund',
    tag,
    summary: 'Devolve o que resta de um pagamento com cartão; pedido outra vez, é o mesmo reembolso',
    roles: admins,
    params: idParams,
    absent: NO_PAYMENT,
    body: refundBody,
    answer: refundOrder,
    idempotent: true,
  },
  recordTransfer: {
    method: 'POST',
    path: '/api/admin/payments/:id/given-back',
    tag,
    summary:
      'Registra que um boleto pago tarde demais foi devolvido por transferência; uma vez, o valor inteiro',
    roles: admins,
    params: idParams,
    absent: NO_PAYMENT,
    body: givenBackBody,
    answer: paymentTransfer,
    idempotent: true,
  },
  exportPayments: {
    method: 'POST',
    path: '/api/admin/payments/export',
    tag,
    summary: 'Os pagamentos filtrados em CSV; a exportação fica na trilha',
    roles: admins,
    body: paymentExportBody,
    file: { media: 'text/csv' },
  },
  listUnpaidFiles: {
    method: 'GET',
    path: '/api/admin/unpaid-files',
    tag,
    summary: 'Registros com arquivo guardado e sem pagamento, os arquivos mais novos primeiro',
    roles: admins,
    query: unpaidFileListQuery,
    answer: unpaidFilePage,
  },
  remindOfPayment: {
    method: 'POST',
    path: '/api/admin/unpaid-files/:id/reminder',
    tag,
    summary: 'Lembra o cliente, por e-mail, de pagar; outra vez só depois de uma semana',
    roles: admins,
    params: idParams,
    absent: 'Registro não encontrado',
    answer: reminded,
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
