import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
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
import { steadyQuery } from '../api.ts';
import { texts } from './texts.ts';

const PAYMENTS = adminPaymentCalls.listPayments.path;
const UNPAID = adminPaymentCalls.listUnpaidFiles.path;
const EVENTS = adminPaymentCalls.listWebhookEvents.path;

/** Filter of the list of payments; '' means any. */
export interface PaymentFilter {
  readonly status: PaymentStatus | '';
  readonly kind: PaymentKind | '';
  readonly attention: PaymentAttention | '';
  readonly search: string;
  /** Civil days `YYYY-MM-DD`; '' for no bound. */
  readonly from: string;
  readonly to: string;
}

/** A page of payments and credit purchases, newest first, with totals over the whole filter. */
export const paymentsQuery = (page: number, filter: PaymentFilter) =>
  steadyQuery([PAYMENTS, { page, ...filter }], (signal) =>
    call(adminPaymentCalls.listPayments, { query: { page, ...filter, limit: STAFF_PAGE_SIZE }, signal }),
  );

export const attentionQuery = queryOptions({
  queryKey: [PAYMENTS, 'attention'],
  queryFn: ({ signal }) => call(adminPaymentCalls.countAttention, { signal }),
});

/** Poll interval after a refund order, ms: the provider reports the refund a moment later. */
const ASK_AGAIN_MS = 1_500;
/** Maximum number of polls: a bank may take days. */
const MOST_ASKED = 20;

const ONE = 'one';

/** A payment with its history. Polled while an ordered refund has no outcome. */
const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [PAYMENTS, ONE, id],
    queryFn: ({ signal }) => call(adminPaymentCalls.getPayment, { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && awaitsRefund(data) && dataUpdateCount < MOST_ASKED ? ASK_AGAIN_MS : false,
  });

/** True while amount or history lacks the refund: the two are not updated at the same moment. */
const awaitsRefund = ({ refund, refundedAmount, steps }: PaymentDetails): boolean =>
  refund !== null &&
  refund.state !== 'refused' &&
  (refundedAmount === 0 || !steps.some(({ kind }) => kind === 'refund'));

/** The open payment, if any. When it changes, the lists of payments are refetched. */
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

export const savePayments = (filter: PaymentExportBody): Promise<void> =>
  downloadGenerated(pathOf(adminPaymentCalls.exportPayments), filter, texts.export.fileName);

/** A change of a payment. The idempotency key makes repeated requests one change. */
function usePaymentChange<Body, Answer>(send: (body: Body, idempotencyKey: string) => Promise<Answer>) {
  const intent = useIntentKey();
  return useStaffChange([PAYMENTS], (body: Body) => intent.run(body, (key) => send(body, key)));
}

/** Refunds the remaining amount of a payment. */
export const useRefund = (id: string) =>
  usePaymentChange((body: RefundBody, idempotencyKey) =>
    call(adminPaymentCalls.refundPayment, { params: { id }, body, idempotencyKey }),
  );

/** Records the return of a boleto by bank transfer. */
export const useGivenBack = (id: string) =>
  usePaymentChange((body: RecordTransferBody, idempotencyKey) =>
    call(adminPaymentCalls.recordTransfer, { params: { id }, body, idempotencyKey }),
  );

export const unpaidFilesQuery = (page: number) =>
  steadyQuery([UNPAID, { page }], (signal) =>
    call(adminPaymentCalls.listUnpaidFiles, { query: { page, limit: STAFF_PAGE_SIZE }, signal }),
  );

/** Sends an owner a reminder by e-mail; the list is refetched even after a failure. */
export const useReminder = () =>
  useStaffChange([UNPAID], (id: string) => call(adminPaymentCalls.remindOfPayment, { params: { id } }));

export const webhookEventsQuery = (page: number, status: WebhookStatus | '') =>
  steadyQuery([EVENTS, { page, status }], (signal) =>
    call(adminPaymentCalls.listWebhookEvents, { query: { page, status, limit: STAFF_PAGE_SIZE }, signal }),
  );

export const failedEventsQuery = queryOptions({
  queryKey: [EVENTS, 'failed-count'],
  queryFn: async ({ signal }) => {
    const query = { status: 'failed' satisfies WebhookStatus, limit: 1 };
    return (await call(adminPaymentCalls.listWebhookEvents, { query, signal })).total;
  },
});

/** Processes a webhook event again; both lists are refetched even after a failure. */
export const useReplay = () =>
  useStaffChange([PAYMENTS, EVENTS], (id: string) =>
    call(adminPaymentCalls.replayWebhookEvent, { params: { id } }),
  );
