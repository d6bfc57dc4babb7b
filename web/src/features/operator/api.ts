import { type Page, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { Holder } from '@g2/gateway/contract/holders';
import type { HistoryEntry, OperatorStats, StaffRegistration } from '@g2/gateway/contract/registrations';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { request, withQuery } from '../../lib/http.ts';
import type { QueueTab, QueueView } from './queue.ts';

/** Where the operators' calls live; every key of theirs begins with it. */
export const ROOT = '/api/operator/registrations';

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
export const queueQuery = ({ tab, page, search, sort }: QueueView) =>
  queryOptions({
    queryKey: [ROOT, 'list', { tab, page, search, sort }],
    queryFn: ({ signal }) =>
      request<Page<StaffRegistration>>(
        'GET',
        withQuery(ROOT, { ...TAB_FILTERS[tab], page, search, sort, limit: STAFF_PAGE_SIZE }),
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
