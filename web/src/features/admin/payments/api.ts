import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { PaymentKind, PaymentStatus, WebhookStatus } from '@g2/gateway/contract/payments';
import { adminPaymentRoutes } from '@g2/gateway/contract/routes/admin-payments';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

const PAYMENTS = adminPaymentRoutes.listPayments.path;
const EVENTS = adminPaymentRoutes.listWebhookEvents.path;

/** One page of payments and purchases, newest first; `status` and `kind` are '' for any. */
export const paymentsQuery = (page: number, status: PaymentStatus | '', kind: PaymentKind | '') =>
  queryOptions({
    queryKey: [PAYMENTS, { page, status, kind }],
    queryFn: ({ signal }) =>
      call(adminPaymentRoutes.listPayments, {
        query: { page, status, kind, limit: STAFF_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

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
