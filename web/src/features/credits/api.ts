import type { CreditPurchaseBody } from '@g2/gateway/contract/payments';
import { creditRoutes } from '@g2/gateway/contract/routes/credits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export const packagesQuery = queryOptions({
  queryKey: [creditRoutes.listCreditPackages.path],
  queryFn: ({ signal }) => call(creditRoutes.listCreditPackages, { signal }),
});

/** The open payment of a purchase, such as its Pix code, also if it was created on another device. */
export const readOpenPurchase = (id: string) => call(creditRoutes.getOpenPurchase, { params: { id } });

export const createPurchaseIntent = (body: CreditPurchaseBody, idempotencyKey: string) =>
  call(creditRoutes.createPurchaseIntent, { body, idempotencyKey });
