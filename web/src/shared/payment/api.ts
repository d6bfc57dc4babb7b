import { CLIENT_PAGE_SIZE, MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { OpenPaymentAnswer } from '@g2/gateway/contract/open-payments';
import type { PaymentIntentBody } from '@g2/gateway/contract/payers';
import type { CreditPaymentAnswer, PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import type { PaymentIntentStatus } from '@g2/gateway/contract/provider';
import { creditRoutes } from '@g2/gateway/contract/routes/credits';
import { paymentRoutes } from '@g2/gateway/contract/routes/payments';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { userQuery } from '../../lib/session.ts';
import { REGISTRATIONS } from '../registration/api.ts';

const CREDITS = creditRoutes.listCreditTransactions.path;
const PURCHASES = creditRoutes.listCreditPurchases.path;

/** One page of the user's credit transactions, newest first. */
export const transactionsQuery = (page: number, limit = CLIENT_PAGE_SIZE) =>
  queryOptions({
    queryKey: [CREDITS, { page, limit }],
    queryFn: ({ signal }) => call(creditRoutes.listCreditTransactions, { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

/** The latest transactions, as many as one page may hold, for the balance chart. */
export const latestTransactionsQuery = transactionsQuery(1, MAX_PAGE_SIZE);

/** One page of the user's credit purchases, newest first. */
export const purchasesQuery = (page: number) =>
  queryOptions({
    queryKey: [PURCHASES, { page }],
    queryFn: ({ signal }) =>
      call(creditRoutes.listCreditPurchases, { query: { page, limit: CLIENT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

export async function refreshStatement(client: QueryClient): Promise<void> {
  await Promise.all([CREDITS, PURCHASES].map((root) => client.invalidateQueries({ queryKey: [root] })));
}

/** Refreshes the balance, the transactions and the purchases. */
export async function refreshCredits(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: userQuery.queryKey }), refreshStatement(client)]);
}

/** The payment provider in use and its configuration. */
export const paymentConfigQuery = queryOptions({
  queryKey: [paymentRoutes.getPaymentConfig.path],
  queryFn: ({ signal }) => call(paymentRoutes.getPaymentConfig, { signal }),
});

/** Opens a registration's payment at the provider, or returns the open one; another method cancels the open one. */
export function createRegistrationIntent(
  id: string,
  way: PaymentIntentBody,
  idempotencyKey: string,
): Promise<PaymentIntentAnswer> {
  return call(paymentRoutes.createPaymentIntent, { params: { id }, body: way, idempotencyKey });
}

/** The registration's open payment, whatever device it was started on, and the likely payer. */
export function readOpenPayment(id: string): Promise<OpenPaymentAnswer> {
  return call(paymentRoutes.getOpenPayment, { params: { id } });
}

/** Pays a registration with credits; resolves when the registration is paid. */
export function payWithCredits(id: string, idempotencyKey: string): Promise<CreditPaymentAnswer> {
  return call(paymentRoutes.payWithCredits, { params: { id }, idempotencyKey });
}

/** Marks a registration as paid in all cached data after the server confirmed it: no page offers to pay it again. */
export async function showPaid(client: QueryClient, id: string): Promise<void> {
  const now = new Date().toISOString();
  const patch = { status: 'paid', statusUpdatedAt: now, paymentPaidAt: now, canPay: false, canEdit: false };
  await applyOptimistic(client, { root: REGISTRATIONS, id, patch });
}

/** Makes the server read the payment's status from the provider and fulfil it: the browser's word is not trusted. */
export async function syncPayment(paymentIntentId: string): Promise<PaymentIntentStatus> {
  return (await call(paymentRoutes.syncPayment, { params: { paymentIntentId } })).status;
}

const POLLS = 8;
const POLL_MS = 1_000;

/** Repeats `syncPayment` while the provider is processing; returns the last status. */
export async function pollPayment(paymentIntentId: string): Promise<PaymentIntentStatus> {
  let status = await syncPayment(paymentIntentId);
  for (let poll = 1; poll < POLLS && status === 'processing'; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    status = await syncPayment(paymentIntentId);
  }
  return status;
}
