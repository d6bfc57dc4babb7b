import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { openPaymentAnswer, openVoucherPage } from '../open-payments.ts';
import { paymentIntentBody } from '../payers.ts';
import {
  creditPaymentAnswer,
  paymentConfig,
  paymentIntentAnswer,
  paymentIntentParams,
  paymentSyncAnswer,
} from '../payments.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Pagamentos';

export const paymentRoutes = {
  getPaymentConfig: {
    method: 'GET',
    path: '/api/payment-config',
    tag,
    summary: 'O que o navegador precisa para falar com o provedor de cartões',
    roles: ALL_ROLES,
    answer: paymentConfig,
  },
  createPaymentIntent: {
    method: 'POST',
    path: '/api/registrations/:id/payment-intent',
    tag,
    summary:
      'Começa (ou continua) o pagamento por cartão, Pix ou boleto; outra forma encerra a que está aberta',
    roles: ALL_ROLES,
    params: idParams,
    body: paymentIntentBody,
    answer: paymentIntentAnswer,
    limit: 'intents',
    idempotent: true,
  },
  getOpenPayment: {
    method: 'GET',
    path: '/api/registrations/:id/payment',
    tag,
    summary: 'O pagamento em aberto, com o código que o pagador vê, e quem deve pagar',
    roles: ALL_ROLES,
    params: idParams,
    answer: openPaymentAnswer,
    absent: 'Registro não encontrado',
  },
  listOpenVouchers: {
    method: 'GET',
    path: '/api/open-vouchers',
    tag,
    summary: 'Os boletos e códigos Pix em aberto dos próprios registros',
    roles: ALL_ROLES,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: openVoucherPage,
  },
  payWithCredits: {
    method: 'POST',
    path: '/api/registrations/:id/credit-payment',
    tag,
    summary: 'Paga com créditos',
    roles: ALL_ROLES,
    params: idParams,
    answer: creditPaymentAnswer,
    idempotent: true,
  },
  syncPayment: {
    method: 'POST',
    path: '/api/payments/:paymentIntentId/sync',
    tag,
    summary: 'Relê o pagamento no provedor e cumpre o que ele diz',
    roles: ALL_ROLES,
    params: paymentIntentParams,
    answer: paymentSyncAnswer,
    absent: 'Pagamento não encontrado',
  },
} as const satisfies Routes;
