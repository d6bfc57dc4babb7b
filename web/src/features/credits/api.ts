import type { OpenPurchaseAnswer } from '@g2/gateway/contract/open-payments';
import type { CreditPurchaseBody, CreditPurchaseIntentAnswer } from '@g2/gateway/contract/payments';
import { creditRoutes } from '@g2/gateway/contract/routes/credits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export const packagesQuery = queryOptions({
  queryKey: [creditRoutes.listCreditPackages.path],
  queryFn: ({ signal }) => call(creditRoutes.listCreditPackages, { signal }),
});

/** What of a purchase can be paid on: its code, made here or on another device. */
export const readOpenPurchase = (id: string): Promise<OpenPurchaseAnswer> =>
  call(creditRoutes.getOpenPurchase, { params: { id } });

/** Opens the payment of a purchase. */
export function createPurchaseIntent(
  body: CreditPurchaseBody,
  idempotencyKey: string,
): Promise<CreditPurchaseIntentAnswer> {
  return call(creditRoutes.createPurchaseIntent, { body, idempotencyKey });
}
