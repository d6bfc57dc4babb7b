import type { Page } from '@g2/gateway/contract/common';
import type {
  CreditPackage,
  CreditPurchaseBody,
  CreditPurchaseIntentAnswer,
} from '@g2/gateway/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http.ts';

export const packagesQuery = queryOptions({
  queryKey: ['/api/credit-packages'],
  queryFn: ({ signal }) => request<Page<CreditPackage>>('GET', '/api/credit-packages', { signal }),
});

/** Opens the card payment of a purchase. */
export function createPurchaseIntent(
  body: CreditPurchaseBody,
  idempotencyKey: string,
): Promise<CreditPurchaseIntentAnswer> {
  return request('POST', '/api/credit-purchase/payment-intent', { body, idempotencyKey });
}
