import { type Page, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { Holder } from '@g2/gateway/contract/holders';
import type {
  HistoryEntry,
  OperatorActionBody,
  OperatorStats,
  StaffRegistration,
} from '@g2/gateway/contract/registrations';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request, withQuery } from '../../lib/http.ts';

const ROOT = '/api/operator/registrations';

/** The tabs of the queue (spec §2). */
export const QUEUE_TABS = ['mine', 'all', 'paid', 'reviewing'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];
export const DEFAULT_QUEUE_TAB: QueueTab = 'all';

const TAB_FILTERS: Readonly<Record<QueueTab, Record<string, string>>> = {
  mine: { assigned: 'true' },
  all: {},
  paid: { status: 'paid' },
  reviewing: { status: 'reviewing' },
};

export const queueStatsQuery = queryOptions({
  queryKey: [ROOT, 'stats'],
  queryFn: ({ signal }) => request<OperatorStats>('GET', `${ROOT}/stats`, { signal }),
});

/** One page of the queue. */
export const queueQuery = (tab: QueueTab, page: number, search: string) =>
  queryOptions({
    queryKey: [ROOT, 'list', { tab, page, search }],
    queryFn: ({ signal }) =>
      request<Page<StaffRegistration>>(
        'GET',
        withQuery(ROOT, { ...TAB_FILTERS[tab], page, search, limit: STAFF_PAGE_SIZE }),
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** How many registrations are assigned to the one who asks; the stats do not say. */
export const assignedCountQuery = queryOptions({
  queryKey: [ROOT, 'assigned-count'],
  queryFn: async ({ signal }) =>
    (
      await request<Page<StaffRegistration>>('GET', withQuery(ROOT, { assigned: 'true', limit: 1 }), {
        signal,
      })
    ).total,
});

export const queuedRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => request<StaffRegistration>('GET', `${ROOT}/${id}`, { signal }),
  });

export const queuedHoldersQuery = (id: string) =>
  queryOptions({
    queryKey: [ROOT, 'holders', id],
    queryFn: ({ signal }) =>
      request<Page<Holder>>('GET', withQuery(`${ROOT}/${id}/holders`, { limit: 100 }), { signal }),
  });

export const queuedHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [ROOT, 'history', id],
    queryFn: ({ signal }) =>
      request<Page<HistoryEntry>>('GET', withQuery(`${ROOT}/${id}/history`, { limit: 100 }), { signal }),
  });

/** Refreshes all that shows the queue. */
export function useRefreshQueue(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [ROOT] });
}

/** An operator's action. Settles when the screens show what it changed; a refusal refreshes them too. */
export function useOperatorAction(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: OperatorActionBody) =>
      request<StaffRegistration>('PATCH', `/api/registrations/${id}/operator-action`, { body }),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [root] }) =>
          typeof root === 'string' && (root === ROOT || root.startsWith('/api/admin/')),
      }),
  });
}
