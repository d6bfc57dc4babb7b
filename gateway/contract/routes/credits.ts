import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
import { CLIENT_PAGE_SIZE } from '../constants.ts';
import { openPurchaseAnswer } from '../open-payments.ts';
import {
  creditPackagePage,
  creditPurchaseBody,
  creditPurchaseIntentAnswer,
  creditPurchasePage,
  creditTransactionPage,
} from '../payments.ts';
import { ALL_ROLES, type Routes } from './route.ts';

const tag = 'Créditos';
const own = { tag, roles: ALL_ROLES } as const;
const read = { ...own, method: 'GET' } as const;

export const creditRoutes = {
  listCreditPackages: {
    ...read,
    path: '/api/credit-packages',
    summary: 'Os pacotes de créditos',
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: creditPackagePage,
  },
  createPurchaseIntent: {
    ...own,
    method: 'POST',
    path: '/api/credit-purchase/payment-intent',
    summary: 'Começa a compra de créditos',
    body: creditPurchaseBody,
    answer: creditPurchaseIntentAnswer,
    limit: 'intents',
    idempotent: true,
  },
  getOpenPurchase: {
    ...read,
    path: '/api/credit-purchases/:id/payment',
    summary: 'O pagamento em aberto de uma compra, com o código que o pagador vê',
    params: idParams,
    answer: openPurchaseAnswer,
    absent: 'Compra não encontrada',
  },
  listCreditTransactions: {
    ...read,
    path: '/api/credits',
    summary: 'As próprias transações de créditos, as mais novas primeiro',
    query: pageQuery(CLIENT_PAGE_SIZE),
    answer: creditTransactionPage,
  },
  listCreditPurchases: {
    ...read,
    path: '/api/credit-purchases',
    summary: 'As próprias compras de créditos',
    query: pageQuery(CLIENT_PAGE_SIZE),
    answer: creditPurchasePage,
  },
} as const satisfies Routes;
