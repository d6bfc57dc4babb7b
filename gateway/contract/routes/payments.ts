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
const own = { tag, roles: ALL_ROLES } as const;
const one = { ...own, params: idParams } as const;

export const paymentRoutes = {
  getPaymentConfig: {
    ...own,
    method: 'GET',
    path: '/api/payment-config',
    summary: 'O que o navegador precisa para falar com o provedor de cartões',
    answer: paymentConfig,
  },
  createPaymentIntent: {
    ...one,
    method: 'POST',
    path: '/api/registrations/:id/payment-intent',
    summary:
      'Começa (ou continua) o pagamento por cartão, Pix ou boleto; outra forma encerra a que está aberta',
    body: paymentIntentBody,
    answer: paymentIntentAnswer,
    limit: 'intents',
    idempotent: true,
  },
  getOpenPayment: {
    ...one,
    method: 'GET',
    path: '/api/registrations/:id/payment',
    summary: 'O pagamento em aberto, com o código que o pagador vê, e quem deve pagar',
    answer: openPaymentAnswer,
    absent: 'Registro não encontrado',
  },
  listOpenVouchers: {
    ...own,
    method: 'GET',
    path: '/api/open-vouchers',
    summary: 'Os boletos e códigos Pix em aberto dos próprios registros',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: openVoucherPage,
  },
  payWithCredits: {
    ...one,
    method: 'POST',
    path: '/api/registrations/:id/credit-payment',
    summary: 'Paga com créditos',
    answer: creditPaymentAnswer,
    idempotent: true,
  },
  syncPayment: {
    ...own,
    method: 'POST',
    path: '/api/payments/:paymentIntentId/sync',
    summary: 'Relê o pagamento no provedor e cumpre o que ele diz',
    params: paymentIntentParams,
    answer: paymentSyncAnswer,
    absent: 'Pagamento não encontrado',
  },
} as const satisfies Routes;
