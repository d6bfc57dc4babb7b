import { CLIENT_PAGE_SIZE, idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../common.ts';
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

export const creditRoutes = {
  listCreditPackages: {
    method: 'GET',
    path: '/api/credit-packages',
    tag,
    summary: 'Os pacotes de créditos',
    roles: ALL_ROLES,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: creditPackagePage,
  },
  createPurchaseIntent: {
    method: 'POST',
    path: '/api/credit-purchase/payment-intent',
    tag,
    summary: 'Começa a compra de créditos',
    roles: ALL_ROLES,
    body: creditPurchaseBody,
    answer: creditPurchaseIntentAnswer,
    limit: 'intents',
    idempotent: true,
  },
  getOpenPurchase: {
    method: 'GET',
    path: '/api/credit-purchases/:id/payment',
    tag,
    summary: 'O pagamento em aberto de uma compra, com o código que o pagador vê',
    roles: ALL_ROLES,
    params: idParams,
    answer: openPurchaseAnswer,
    absent: 'Compra não encontrada',
  },
  listCreditTransactions: {
    method: 'GET',
    path: '/api/credits',
    tag,
    summary: 'As próprias transações de créditos, as mais novas primeiro',
    roles: ALL_ROLES,
    query: pageQuery(CLIENT_PAGE_SIZE),
    answer: creditTransactionPage,
  },
  listCreditPurchases: {
    method: 'GET',
    path: '/api/credit-purchases',
    tag,
    summary: 'As próprias compras de créditos',
    roles: ALL_ROLES,
    query: pageQuery(CLIENT_PAGE_SIZE),
    answer: creditPurchasePage,
  },
} as const satisfies Routes;
