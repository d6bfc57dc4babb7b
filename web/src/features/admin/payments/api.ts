import { type Page, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type {
  AdminPayment,
  PaymentKind,
  PaymentStatus,
  WebhookEvent,
  WebhookStatus,
} from '@g2/gateway/contract/payments';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request, withQuery } from '../../../lib/http.ts';

const PAYMENTS = '/api/admin/payments';
const EVENTS = '/api/admin/webhook-events';

/** One page of payments and purchases, newest first; `status` and `kind` are '' for any. */
export const paymentsQuery = (page: number, status: PaymentStatus | '', kind: PaymentKind | '') =>
  queryOptions({
    queryKey: [PAYMENTS, { page, status, kind }],
    queryFn: ({ signal }) =>
      request<Page<AdminPayment>>(
        'GET',
        withQuery(PAYMENTS, { page, status, kind, limit: STAFF_PAGE_SIZE }),
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** One page of what the card provider told, newest first. */
export const webhookEventsQuery = (page: number, status: WebhookStatus | '') =>
  queryOptions({
    queryKey: [EVENTS, { page, status }],
    queryFn: ({ signal }) =>
      request<Page<WebhookEvent>>('GET', withQuery(EVENTS, { page, status, limit: STAFF_PAGE_SIZE }), {
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** How many events failed. */
export const failedEventsQuery = queryOptions({
  queryKey: [EVENTS, 'failed-count'],
  queryFn: async ({ signal }) => {
    const path = withQuery(EVENTS, { status: 'failed' satisfies WebhookStatus, limit: 1 });
    return (await request<Page<WebhookEvent>>('GET', path, { signal })).total;
  },
});

/** Has the server work on an event once more; both lists are read anew, whatever came of it. */
export function useReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<WebhookEvent>('POST', `${EVENTS}/${encodeURIComponent(id)}/replay`),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [root] }) => root === PAYMENTS || root === EVENTS,
      }),
  });
}
