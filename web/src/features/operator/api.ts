import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { StaffRegistrationListQuery } from '@g2/gateway/contract/registrations';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import type { QueueTab, QueueView } from './queue.ts';

const TAB_FILTERS: Readonly<Record<QueueTab, Pick<StaffRegistrationListQuery, 'assigned' | 'status'>>> = {
  mine: { assigned: 'true' },
  all: {},
  paid: { status: 'paid' },
  reviewing: { status: 'reviewing' },
};

export const queueStatsQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'stats'],
  queryFn: ({ signal }) => call(operatorRoutes.getQueueStats, { signal }),
});

/** One page of the queue. */
export const queueQuery = ({ tab, page, search, sort }: QueueView) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'list', { tab, page, search, sort }],
    queryFn: ({ signal }) =>
      call(operatorRoutes.listQueue, {
        query: { ...TAB_FILTERS[tab], page, search, sort, limit: STAFF_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** How many registrations are assigned to the one who asks; the stats do not say. */
export const assignedCountQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'assigned-count'],
  queryFn: async ({ signal }) =>
    (await call(operatorRoutes.listQueue, { query: { assigned: 'true', limit: 1 }, signal })).total,
});

export const queuedRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => call(operatorRoutes.getStaffRegistration, { params: { id }, signal }),
  });

/** Refreshes all that shows the queue. */
export function useRefreshQueue(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [STAFF_REGISTRATIONS] });
}
