import { CLIENT_PAGE_SIZE, MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
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

/** The latest transactions, as many as one page may hold, for the balance chart. */
export const latestTransactionsQuery = transactionsQuery(1, MAX_PAGE_SIZE);

/** One page of the user's credit purchases, newest first. */
export const purchasesQuery = (page: number) =>
  queryOptions({
    queryKey: [PURCHASES, { page }],
    queryFn: ({ signal }) =>
      call(creditCalls.listCreditPurchases, { query: { page, limit: CLIENT_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

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

/** Opens a registration's payment at the provider, or returns the open one; another method cancels the open one. */
export const createRegistrationIntent = (id: string, body: PaymentIntentBody, idempotencyKey: string) =>
  call(paymentCalls.createPaymentIntent, { params: { id }, body, idempotencyKey });

/** The registration's open payment, whatever device it was started on, and the likely payer. */
export const readOpenPayment = (id: string) => call(paymentCalls.getOpenPayment, { params: { id } });

/** Pays a registration with credits; resolves when the registration is paid. */
export const payWithCredits = (id: string, idempotencyKey: string) =>
  call(paymentCalls.payWithCredits, { params: { id }, idempotencyKey });

/** Marks a registration as paid in all cached data after the server confirmed it: no page offers to pay it again. */
export async function showPaid(client: QueryClient, id: string): Promise<void> {
  const now = new Date().toISOString();
  const patch = { status: 'paid', statusUpdatedAt: now, paymentPaidAt: now, canPay: false, canEdit: false };
  await applyOptimistic(client, { root: REGISTRATIONS, id, patch });
}

/** Makes the server read the payment's status from the provider and fulfil it: the browser's report is not trusted. */
export async function syncPayment(paymentIntentId: string): Promise<PaymentIntentStatus> {
  return (await call(paymentCalls.syncPayment, { params: { paymentIntentId } })).status;
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

/** An unpaid Pix or boleto; its code is null while the provider cannot be reached. */
export type WaitingVoucher = OpenVoucher['voucher'];

/** The key begins with REGISTRATIONS: refreshing registrations refreshes their open payments too. */
const openVouchersQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'vouchers'],
  queryFn: ({ signal }) => call(paymentCalls.listOpenVouchers, { signal }),
});

/** The open Pix or boleto of a registration of the client; null if there is none. */
export function useOpenVoucher({ id, canPay }: Pick<Registration, 'id' | 'canPay'>): WaitingVoucher | null {
  const { data } = useQuery({ ...openVouchersQuery, enabled: canPay });
  return (canPay && data?.items.find(({ registrationId }) => registrationId === id)?.voucher) || null;
}

/** Call after a Pix or boleto was created or replaced by another method. */
export const refreshVouchers = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: openVouchersQuery.queryKey });
