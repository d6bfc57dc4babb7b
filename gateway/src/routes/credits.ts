import type { CreatePurchaseIntentRequest } from '@g2/proto/payment';
import type { FastifyInstance } from 'fastify';
import { CLIENT_PAGE_SIZE, pageQuery, SHORT_LIST_PAGE_SIZE } from '../../contract/common.ts';
import {
  creditPackagePage,
  creditPurchaseBody,
  creditPurchaseIntentAnswer,
  creditPurchasePage,
  creditTransactionPage,
} from '../../contract/payments.ts';
import { pageOfItems, pageOfWhole, toPageRequest } from '../present/common.ts';
import { presentPurchase, presentTransaction } from '../present/payments.ts';
import { type Deps, route, signedIn } from '../route.ts';
import { PROVIDER_DEADLINE_MS } from './payments.ts';

const tag = 'Créditos';

export function addCredits(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, {
    method: 'GET',
    url: '/api/credit-packages',
    tag,
    summary: 'Os pacotes de créditos',
    roles: signedIn,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: creditPackagePage,
    run: async ({ query, call }) => pageOfWhole(query, (await payments.listPackages({}, call)).items),
  });

  route(app, deps, {
    method: 'POST',
    url: '/api/credit-purchase/payment-intent',
    tag,
    summary: 'Começa a compra de créditos',
    roles: signedIn,
    body: creditPurchaseBody,
    answer: creditPurchaseIntentAnswer,
    limit: 'intents',
    idempotent: true,
    run: async ({ body, call }) =>
      payments.createPurchaseIntent(
        { choice: choiceOf(body) },
        { ...call, deadlineMs: PROVIDER_DEADLINE_MS },
      ),
  });

  route(app, deps, {
    method: 'GET',
    url: '/api/credits',
    tag,
    summary: 'As próprias transações de créditos, as mais novas primeiro',
    roles: signedIn,
    query: pageQuery(CLIENT_PAGE_SIZE),
    answer: creditTransactionPage,
    run: async ({ query, call }) => {
      const found = await payments.listOwnTransactions(toPageRequest(query), call);
      return pageOfItems(query, found.items.map(presentTransaction), found);
    },
  });

  route(app, deps, {
    method: 'GET',
    url: '/api/credit-purchases',
    tag,
    summary: 'As próprias compras de créditos',
    roles: signedIn,
    query: pageQuery(CLIENT_PAGE_SIZE),
    answer: creditPurchasePage,
    run: async ({ query, call }) => {
      const found = await payments.listOwnPurchases(toPageRequest(query), call);
      return pageOfItems(query, found.items.map(presentPurchase), found);
    },
  });
}

type Choice = { packageId?: string | undefined; customAmount?: number | undefined };

const choiceOf = ({ packageId, customAmount }: Choice): CreatePurchaseIntentRequest['choice'] =>
  packageId === undefined
    ? { $case: 'customAmount', value: customAmount ?? 0 }
    : { $case: 'packageId', value: packageId };
