import type { CreatePurchaseIntentRequest } from '@g2/proto/payment';
import type { FastifyInstance } from 'fastify';
import type { CreditPurchaseBody } from '../../contract/payments.ts';
import { creditRoutes } from '../../contract/routes/credits.ts';
import { pageOfItems, pageOfWhole, present, toPageRequest } from '../present/common.ts';
import { paymentMethodOf, presentPurchaseIntent } from '../present/payers.ts';
import { type Deps, route } from '../route.ts';
import { PROVIDER_DEADLINE_MS } from './payments.ts';

export function addCredits(app: FastifyInstance, deps: Deps): void {
  const { payments } = deps.clients;

  route(app, deps, creditRoutes.listCreditPackages, async ({ query, call }) =>
    pageOfWhole(query, (await payments.listPackages({}, call)).items),
  );

  route(app, deps, creditRoutes.createPurchaseIntent, async ({ body, call }) => {
    const request = { choice: choiceOf(body), ...paymentMethodOf(body) };
    const options = { ...call, deadlineMs: PROVIDER_DEADLINE_MS };
    return presentPurchaseIntent(await payments.createPurchaseIntent(request, options));
  });

  route(app, deps, creditRoutes.getOpenPurchase, async ({ params: { id }, call }) => {
    const request = { of: { $case: 'purchaseId', value: id } } as const;
    const found = await payments.getOpenPayment(request, { ...call, deadlineMs: PROVIDER_DEADLINE_MS });
    const { intent, payer, credits = 0 } = found;
    return {
      intent: intent ? presentPurchaseIntent({ ...intent, credits }) : null,
      payer: payer ? present(payer) : null,
    };
  });

  route(app, deps, creditRoutes.listCreditTransactions, async ({ query, call }) => {
    const found = await payments.listOwnTransactions(toPageRequest(query), call);
    return pageOfItems(query, found.items.map(present), found);
  });

  route(app, deps, creditRoutes.listCreditPurchases, async ({ query, call }) => {
    const found = await payments.listOwnPurchases(toPageRequest(query), call);
    return pageOfItems(query, found.items.map(present), found);
  });
}

const choiceOf = ({ packageId, customAmount }: CreditPurchaseBody): CreatePurchaseIntentRequest['choice'] =>
  packageId === undefined
    ? { $case: 'customAmount', value: customAmount ?? 0 }
    : { $case: 'packageId', value: packageId };
