import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { adminPaymentCalls } from '@g2/gateway/contract/gen/calls/admin-payments';
import type {
  PaymentAttention,
  PaymentDetails,
  PaymentExportBody,
  RecordTransferBody,
  RefundBody,
} from '@g2/gateway/contract/payment-admin';
import type { PaymentKind, PaymentStatus, WebhookStatus } from '@g2/gateway/contract/payments';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, pathOf } from '../../../lib/call.ts';
import { downloadGenerated } from '../../../lib/download.ts';
import { useIntentKey } from '../../../lib/idempotency.ts';
import { useStaffChange } from '../../../shared/registration/staff-change.ts';
import { queryWithPreviousData } from '../api.ts';
import { texts } from './texts.ts';

const PAYMENTS_KEY = adminPaymentCalls.listPayments.path;
const UNPAID_KEY = adminPaymentCalls.listUnpaidFiles.path;
const EVENTS_KEY = adminPaymentCalls.listWebhookEvents.path;

/** The filters of the list of payments; '' means any. */
export interface PaymentFilter {
  readonly status: PaymentStatus | '';
  readonly kind: PaymentKind | '';
  readonly attention: PaymentAttention | '';
  readonly search: string;
  /** Calendar days `YYYY-MM-DD`; '' means no limit. */
  readonly from: string;
  readonly to: string;
}

/** A page of payments and credit purchases, newest first, with the totals of all filtered ones. */
export const paymentsQuery = (page: number, filter: PaymentFilter) =>
  queryWithPreviousData([PAYMENTS_KEY, { page, ...filter }], (signal) =>
    call(adminPaymentCalls.listPayments, { query: { page, ...filter, limit: STAFF_PAGE_SIZE }, signal }),
  );

export const attentionCountsQuery = queryOptions({
  queryKey: [PAYMENTS_KEY, 'attention'],
  queryFn: ({ signal }) => call(adminPaymentCalls.countAttention, { signal }),
});

/** Poll interval after a refund order, in ms. The provider usually reports the refund within seconds. */
const POLL_INTERVAL_MS = 1_500;
/** Maximum number of polls, because a bank may take days. */
const MAX_POLLS = 20;

const SINGLE_PAYMENT = 'one';

/** A payment with its history. Polled while an ordered refund has no outcome. */
const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [PAYMENTS_KEY, SINGLE_PAYMENT, id],
    queryFn: ({ signal }) => call(adminPaymentCalls.getPayment, { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && awaitsRefund(data) && dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  });

/** Whether an ordered refund is missing in the amount or in the history, which are not updated together. */
const awaitsRefund = ({ refund, refundedAmount, steps }: PaymentDetails): boolean =>
  refund !== null &&
  refund.state !== 'refused' &&
  (refundedAmount === 0 || !steps.some(({ kind }) => kind === 'refund'));

/** The payment with the given id, if any. When it changes, the lists of payments are refetched. */
export function usePayment(id: string | null) {
  const client = useQueryClient();
  const query = useQuery({ ...paymentQuery(id ?? ''), enabled: id !== null });
  const { data } = query;
  const state = data && [data.id, data.status, data.refundedAmount, data.flag].join();
  const previousState = useRef(state);
  useEffect(() => {
    const previous = previousState.current;
    previousState.current = state;
    if (previous === undefined || state === undefined || previous === state) return;
    if (previous.split(',', 1)[0] !== state.split(',', 1)[0]) return;
    const isList = ({ queryKey: [root, part] }: { queryKey: readonly unknown[] }) =>
      root === PAYMENTS_KEY && part !== SINGLE_PAYMENT;
    void client.invalidateQueries({ predicate: isList });
  }, [client, state]);
  return query;
}

export const downloadPayments = (filter: PaymentExportBody): Promise<void> =>
  downloadGenerated(pathOf(adminPaymentCalls.exportPayments), filter, texts.export.fileName);

/** A change of a payment. Repeated requests share an idempotency key, so that the change is made once. */
function usePaymentChange<Body, Answer>(send: (body: Body, idempotencyKey: string) => Promise<Answer>) {
  const idempotency = useIntentKey();
  return useStaffChange([PAYMENTS_KEY], (body: Body) => idempotency.run(body, (key) => send(body, key)));
}

/** Refunds the remaining amount of a payment. */
export const useRefund = (id: string) =>
  usePaymentChange((body: RefundBody, idempotencyKey) =>
    call(adminPaymentCalls.refundPayment, { params: { id }, body, idempotencyKey }),
  );

/** Records that the amount of a boleto (bank slip) was returned by bank transfer. */
export const useRecordTransfer = (id: string) =>
  usePaymentChange((body: RecordTransferBody, idempotencyKey) =>
    call(adminPaymentCalls.recordTransfer, { params: { id }, body, idempotencyKey }),
  );

export const unpaidFilesQuery = (page: number) =>
  queryWithPreviousData([UNPAID_KEY, { page }], (signal) =>
    call(adminPaymentCalls.listUnpaidFiles, { query: { page, limit: STAFF_PAGE_SIZE }, signal }),
  );

/** Sends an owner a reminder by e-mail. The list is refetched even after a failure. */
export const useSendReminder = () =>
  useStaffChange([UNPAID_KEY], (id: string) => call(adminPaymentCalls.remindOfPayment, { params: { id } }));

export const webhookEventsQuery = (page: number, status: WebhookStatus | '') =>
  queryWithPreviousData([EVENTS_KEY, { page, status }], (signal) =>
    call(adminPaymentCalls.listWebhookEvents, { query: { page, status, limit: STAFF_PAGE_SIZE }, signal }),
  );

export const failedEventsQuery = queryOptions({
  queryKey: [EVENTS_KEY, 'failed-count'],
  queryFn: async ({ signal }) => {
    const query = { status: 'failed' satisfies WebhookStatus, limit: 1 };
    return (await call(adminPaymentCalls.listWebhookEvents, { query, signal })).total;
  },
});

/** Processes a webhook event again. Payments and events are refetched even after a failure. */
export const useReplay = () =>
  useStaffChange([PAYMENTS_KEY, EVENTS_KEY], (id: string) =>
    call(adminPaymentCalls.replayWebhookEvent, { params: { id } }),
  );
