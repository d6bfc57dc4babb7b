import { CLIENT_PAGE_SIZE, MAX_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { creditCalls } from '@g2/gateway/contract/gen/calls/credits';
import { paymentCalls } from '@g2/gateway/contract/gen/calls/payments';
import type { OpenVoucher } from '@g2/gateway/contract/open-payments';
import type { PaymentIntentBody } from '@g2/gateway/contract/payers';
import type { PaymentIntentStatus } from '@g2/gateway/contract/provider';
import type { Registration } from '@g2/gateway/contract/registrations';
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { userQuery } from '../../lib/session.ts';
import { REGISTRATIONS } from '../registration/api.ts';

const CREDITS = creditCalls.listCreditTransactions.path;
const PURCHASES = creditCalls.listCreditPurchases.path;

/** One page of the user's credit transactions, newest first. */
export const transactionsQuery = (page: number, limit = CLIENT_PAGE_SIZE) =>
  queryOptions({
    queryKey: [CREDITS, { page, limit }],
    queryFn: ({ signal }) => call(creditCalls.listCreditTransactions, { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

/** The latest transactions for the balance chart, as many as the server returns in one page. */
export const latestTransactionsQuery = transactionsQuery(1, MAX_PAGE_SIZE);

/** One page of the user's credit purchases, newest first. */
export const purchasesQuery = (page: number) =>
  queryOptions({
    queryKey: [PURCHASES, { page }],
    queryFn: ({ signal }) =>
      call(creditCalls.listCreditPurchases, { query: { page, limit: CLIENT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** Refreshes the transactions and the purchases. */
export async function refreshStatement(client: QueryClient): Promise<void> {
  await Promise.all([CREDITS, PURCHASES].map((root) => client.invalidateQueries({ queryKey: [root] })));
}

/** Refreshes the balance, the transactions and the purchases. */
export async function refreshCredits(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: userQuery.queryKey }), refreshStatement(client)]);
}

export const paymentConfigQuery = queryOptions({
  queryKey: [paymentCalls.getPaymentConfig.path],
  queryFn: ({ signal }) => call(paymentCalls.getPaymentConfig, { signal }),
});

/** Starts a registration's payment at the provider, or returns the open one. Another method cancels the open one. */
export const createRegistrationIntent = (id: string, body: PaymentIntentBody, idempotencyKey: string) =>
  call(paymentCalls.createPaymentIntent, { params: { id }, body, idempotencyKey });

/** Reads the registration's open payment, even if started on another device, and the suggested payer. */
export const readOpenPayment = (id: string) => call(paymentCalls.getOpenPayment, { params: { id } });

/** Pays a registration with credits. Resolves when the registration is paid. */
export const payWithCredits = (id: string, idempotencyKey: string) =>
  call(paymentCalls.payWithCredits, { params: { id }, idempotencyKey });

/** Marks a registration as paid in the cache after the server confirmed it, so that no page offers to pay again. */
export async function cacheAsPaid(client: QueryClient, id: string): Promise<void> {
  const now = new Date().toISOString();
  const patch = { status: 'paid', statusUpdatedAt: now, paymentPaidAt: now, canPay: false, canEdit: false };
  await applyOptimistic(client, { root: REGISTRATIONS, id, patch });
}

/** Makes the server read the payment's status from the provider: it does not trust the browser. Returns the status. */
export async function syncPayment(paymentIntentId: string): Promise<PaymentIntentStatus> {
  return (await call(paymentCalls.syncPayment, { params: { paymentIntentId } })).status;
}

const MAX_POLLS = 8;
const POLL_MS = 1_000;

/** Repeats `syncPayment` while the provider processes the payment, up to 8 times. Returns the last status. */
export async function pollPayment(paymentIntentId: string): Promise<PaymentIntentStatus> {
  let status = await syncPayment(paymentIntentId);
  for (let poll = 1; poll < MAX_POLLS && status === 'processing'; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    status = await syncPayment(paymentIntentId);
  }
  return status;
}

/** An unpaid Pix or boleto. Its code is null while the provider cannot be reached. */
export type WaitingVoucher = OpenVoucher['voucher'];

/** The key begins with REGISTRATIONS, so that refreshing the registrations also refreshes their open payments. */
const openVouchersQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'vouchers'],
  queryFn: ({ signal }) => call(paymentCalls.listOpenVouchers, { signal }),
});

/** The unpaid Pix or boleto of a registration of the client; null if there is none. */
export function useOpenVoucher({ id, canPay }: Pick<Registration, 'id' | 'canPay'>): WaitingVoucher | null {
  const { data } = useQuery({ ...openVouchersQuery, enabled: canPay });
  return (canPay && data?.items.find(({ registrationId }) => registrationId === id)?.voucher) || null;
}

/** Refreshes the list of unpaid Pix and boletos. Call after one was created or replaced by another method. */
export const refreshVouchers = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: openVouchersQuery.queryKey });
