import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type {
  PaymentAttention,
  PaymentDetails,
  PaymentExportBody,
  RecordTransferBody,
  RefundBody,
} from '@g2/gateway/contract/payment-admin';
import type { PaymentKind, PaymentStatus, WebhookStatus } from '@g2/gateway/contract/payments';
import { adminPaymentRoutes } from '@g2/gateway/contract/routes/admin-payments';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, pathOf } from '../../../lib/call.ts';
import { downloadMade } from '../../../lib/download.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { texts } from './texts.ts';

const PAYMENTS = adminPaymentRoutes.listPayments.path;
const UNPAID = adminPaymentRoutes.listUnpaidFiles.path;
const EVENTS = adminPaymentRoutes.listWebhookEvents.path;

/** Which payments; '' for any. */
export interface PaymentFilter {
  readonly status: PaymentStatus | '';
  readonly kind: PaymentKind | '';
  readonly attention: PaymentAttention | '';
  readonly search: string;
  /** Civil days. */
  readonly from: string;
  readonly to: string;
}

/** One page of payments and purchases, newest first, and what all that are filtered come to. */
export const paymentsQuery = (page: number, filter: PaymentFilter) =>
  queryOptions({
    queryKey: [PAYMENTS, { page, ...filter }],
    queryFn: ({ signal }) =>
      call(adminPaymentRoutes.listPayments, { query: { page, ...filter, limit: STAFF_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** How many payments ask for an admin, by what. */
export const attentionQuery = queryOptions({
  queryKey: [PAYMENTS, 'attention'],
  queryFn: ({ signal }) => call(adminPaymentRoutes.countAttention, { signal }),
});

/** The provider tells of a refund a moment after it was sent, ms. */
const ASK_AGAIN_MS = 1_500;
/** So often is it asked for: a bank may take days. */
const MOST_ASKED = 20;

const ONE = 'one';

/** A payment with its story; asked for again while an ordered refund has not been heard of. */
const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [PAYMENTS, ONE, id],
    queryFn: ({ signal }) => call(adminPaymentRoutes.getPayment, { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && awaitsRefund(data) && dataUpdateCount < MOST_ASKED ? ASK_AGAIN_MS : false,
  });

/** Its own sum may be of a moment before its story. */
const awaitsRefund = ({ refund, refundedAmount, steps }: PaymentDetails): boolean =>
  refund !== null &&
  refund.state !== 'refused' &&
  (refundedAmount === 0 || !steps.some(({ kind }) => kind === 'refund'));

/** The payment that is open, if one is; what it learns that the lists do not know yet, they are asked for. */
export function usePayment(id: string | null) {
  const client = useQueryClient();
  const query = useQuery({ ...paymentQuery(id ?? ''), enabled: id !== null });
  const { data } = query;
  const state = data && [data.id, data.status, data.refundedAmount, data.flag].join();
  const known = useRef(state);
  useEffect(() => {
    const before = known.current;
    known.current = state;
    if (before === undefined || state === undefined || before === state) return;
    if (before.split(',', 1)[0] !== state.split(',', 1)[0]) return;
    const isList = ({ queryKey: [root, which] }: { queryKey: readonly unknown[] }) =>
      root === PAYMENTS && which !== ONE;
    void client.invalidateQueries({ predicate: isList });
  }, [client, state]);
  return query;
}

/** Saves the whole of what the list shows. */
export const savePayments = (filter: PaymentExportBody): Promise<void> =>
  downloadMade(pathOf(adminPaymentRoutes.exportPayments), filter, texts.export.fileName);

/** Has all that is left of a payment given back: the same refund, however often it is sent. */
export function useRefund(id: string) {
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: (body: RefundBody) =>
      intent.run(body, (idempotencyKey) =>
        call(adminPaymentRoutes.refundPayment, { params: { id }, body, idempotencyKey }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [PAYMENTS] }),
  });
}

/** Records that a boleto was given back by transfer: once, however often it is sent. */
export function useGivenBack(id: string) {
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: (body: RecordTransferBody) =>
      intent.run(body, (idempotencyKey) =>
        call(adminPaymentRoutes.recordTransfer, { params: { id }, body, idempotencyKey }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [PAYMENTS] }),
  });
}

/** One page of the registrations whose file is stored and not paid for. */
export const unpaidFilesQuery = (page: number) =>
  queryOptions({
    queryKey: [UNPAID, { page }],
    queryFn: ({ signal }) =>
      call(adminPaymentRoutes.listUnpaidFiles, { query: { page, limit: STAFF_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** Has an owner reminded by mail; the list is read anew, whatever came of it. */
export function useReminder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(adminPaymentRoutes.remindOfPayment, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [UNPAID] }),
  });
}

/** One page of what the card provider told, newest first. */
export const webhookEventsQuery = (page: number, status: WebhookStatus | '') =>
  queryOptions({
    queryKey: [EVENTS, { page, status }],
    queryFn: ({ signal }) =>
      call(adminPaymentRoutes.listWebhookEvents, { query: { page, status, limit: STAFF_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** How many events failed. */
export const failedEventsQuery = queryOptions({
  queryKey: [EVENTS, 'failed-count'],
  queryFn: async ({ signal }) => {
    const query = { status: 'failed' satisfies WebhookStatus, limit: 1 };
    return (await call(adminPaymentRoutes.listWebhookEvents, { query, signal })).total;
  },
});

/** Has the server work on an event once more; both lists are read anew, whatever came of it. */
export function useReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(adminPaymentRoutes.replayWebhookEvent, { params: { id } }),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [root] }) => root === PAYMENTS || root === EVENTS,
      }),
  });
}
