import { creditCalls } from '@g2/gateway/contract/gen/calls/credits';
import type { CreditPurchaseBody } from '@g2/gateway/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export const packagesQuery = queryOptions({
  queryKey: [creditCalls.listCreditPackages.path],
  queryFn: ({ signal }) => call(creditCalls.listCreditPackages, { signal }),
});

/** The open payment of a purchase, such as its Pix code, also if it was created on another device. */
export const readOpenPurchase = (id: string) => call(creditCalls.getOpenPurchase, { params: { id } });

export const createPurchaseIntent = (body: CreditPurchaseBody, idempotencyKey: string) =>
  call(creditCalls.createPurchaseIntent, { body, idempotencyKey });
