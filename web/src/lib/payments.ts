import type {
  CreditPaymentAnswer,
  PaymentConfig,
  PaymentIntentAnswer,
  PaymentIntentStatus,
  PaymentSyncAnswer,
} from '@g2/gateway/contract/payments';
import { queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

/** Which card provider serves, and where. */
export const paymentConfigQuery = queryOptions({
  queryKey: ['/api/payment-config'],
  queryFn: ({ signal }) => request<PaymentConfig>('GET', '/api/payment-config', { signal }),
});

/** Opens (or finds again) the card payment of a registration. */
export function createRegistrationIntent(id: string, idempotencyKey: string): Promise<PaymentIntentAnswer> {
  return request('POST', `/api/registrations/${id}/payment-intent`, { idempotencyKey });
}

/** Pays a registration with credits; answered once it reads paid. */
export function payWithCredits(id: string, idempotencyKey: string): Promise<CreditPaymentAnswer> {
  return request('POST', `/api/registrations/${id}/credit-payment`, { idempotencyKey });
}

/** Has the server re-read the provider and fulfil what it says: the browser's word counts for nothing. */
export async function syncPayment(paymentIntentId: string): Promise<PaymentIntentStatus> {
  const path = `/api/payments/${encodeURIComponent(paymentIntentId)}/sync`;
  return (await request<PaymentSyncAnswer>('POST', path)).status;
}

const POLLS = 8;
const POLL_MS = 1_000;

/** Asks again while the provider is still processing; answers the last status heard. */
export async function settlePayment(paymentIntentId: string): Promise<PaymentIntentStatus> {
  let status = await syncPayment(paymentIntentId);
  for (let poll = 1; poll < POLLS && status === 'processing'; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    status = await syncPayment(paymentIntentId);
  }
  return status;
}
