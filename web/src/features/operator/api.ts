import { type Page, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { OperatorStats, StaffRegistration } from '@g2/gateway/contract/registrations';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { request, withQuery } from '../../lib/http.ts';
import { STAFF_REGISTRATIONS } from '../../lib/staff-registrations.ts';
import type { QueueTab, QueueView } from './queue.ts';

const TAB_FILTERS: Readonly<Record<QueueTab, Record<string, string>>> = {
  mine: { assigned: 'true' },
  all: {},
  paid: { status: 'paid' },
  reviewing: { status: 'reviewing' },
};

export const queueStatsQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'stats'],
  queryFn: ({ signal }) => request<OperatorStats>('GET', `${STAFF_REGISTRATIONS}/stats`, { signal }),
});

/** One page of the queue. */
export const queueQuery = ({ tab, page, search, sort }: QueueView) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'list', { tab, page, search, sort }],
    queryFn: ({ signal }) =>
      request<Page<StaffRegistration>>(
        'GET',
        withQuery(STAFF_REGISTRATIONS, { ...TAB_FILTERS[tab], page, search, sort, limit: STAFF_PAGE_SIZE }),
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** How many registrations are assigned to the one who asks; the stats do not say. */
export const assignedCountQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'assigned-count'],
  queryFn: async ({ signal }) =>
    (
      await request<Page<StaffRegistration>>(
        'GET',
        withQuery(STAFF_REGISTRATIONS, { assigned: 'true', limit: 1 }),
        {
          signal,
        },
      )
    ).total,
});

export const queuedRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => request<StaffRegistration>('GET', `${STAFF_REGISTRATIONS}/${id}`, { signal }),
  });

/** Refreshes all that shows the queue. */
export function useRefreshQueue(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [STAFF_REGISTRATIONS] });
}
