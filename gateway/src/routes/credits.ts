import type { CreatePurchaseIntentRequest } from '@g2/proto/payment';
import type { FastifyInstance } from 'fastify';
import { creditRoutes } from '../../contract/routes/credits.ts';
import { pageOfItems, pageOfWhole, toPageRequest } from '../present/common.ts';
import { presentPurchase, presentTransaction } from '../present/payments.ts';
import { type Deps, route } from '../route.ts';
import { PROVIDER_DEADLINE_MS } from './payments.ts';

export function addCredits(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, creditRoutes.listCreditPackages, async ({ query, call }) =>
    pageOfWhole(query, (await payments.listPackages({}, call)).items),
  );

  route(app, deps, creditRoutes.createPurchaseIntent, async ({ body, call }) =>
    payments.createPurchaseIntent({ choice: choiceOf(body) }, { ...call, deadlineMs: PROVIDER_DEADLINE_MS }),
  );

  route(app, deps, creditRoutes.listCreditTransactions, async ({ query, call }) => {
    const found = await payments.listOwnTransactions(toPageRequest(query), call);
    return pageOfItems(query, found.items.map(presentTransaction), found);
  });

  route(app, deps, creditRoutes.listCreditPurchases, async ({ query, call }) => {
    const found = await payments.listOwnPurchases(toPageRequest(query), call);
    return pageOfItems(query, found.items.map(presentPurchase), found);
  });
}

type Choice = { packageId?: string | undefined; customAmount?: number | undefined };

const choiceOf = ({ packageId, customAmount }: Choice): CreatePurchaseIntentRequest['choice'] =>
  packageId === undefined
    ? { $case: 'customAmount', value: customAmount ?? 0 }
    : { $case: 'packageId', value: packageId };
