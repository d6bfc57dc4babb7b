import { MAX_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { StaffRegistrationListQuery, QueueView as ViewName } from '@g2/gateway/contract/queue';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queueStatsQuery, STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import {
  ACTIONABLE_STATUSES,
  defaultSort,
  type QueueTab,
  type QueueView,
  queueFilters,
  TAB_FILTERS,
} from './queue.ts';

export const queueQuery = (view: QueueView, limit: number) => {
  const query: StaffRegistrationListQuery = {
    ...queueFilters(view),
    page: view.page,
    sort: view.sort || defaultSort(view),
    limit,
  };
  return queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'list', query],
    queryFn: ({ signal }) => call(operatorCalls.listQueue, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** The users who process registrations: operators and admins. */
export const colleaguesQuery = queryOptions({
  queryKey: [operatorCalls.listColleagues.path],
  queryFn: async ({ signal }) =>
    (await call(operatorCalls.listColleagues, { query: { limit: MAX_PAGE_SIZE }, signal })).items,
});

/** Counts registrations by filters; for counts that the queue statistics do not contain. */
const countQuery = (name: string, filters: Pick<StaffRegistrationListQuery, 'assigned' | 'status'>) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, name],
    queryFn: async ({ signal }) =>
      (await call(operatorCalls.listQueue, { query: { ...filters, limit: 1 }, signal })).total,
  });

export const queuedRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => call(operatorCalls.getStaffRegistration, { params: { id }, signal }),
  });

export function useQueueCounts(): Record<QueueTab | ViewName, number | undefined> {
  const stats = useQuery(queueStatsQuery).data;
  const mineCount = useQuery(countQuery('assigned-count', TAB_FILTERS.mine)).data;
  return {
    mine: mineCount,
    all: stats?.total,
    paid: stats?.awaitingReview,
    reviewing: stats?.inReview,
    late: stats?.late,
    resubmitted: stats?.resubmitted,
    'awaiting-client': stats?.awaitingClient,
    messages: stats?.messages,
    government: stats?.inGovernmentProcessing,
    closed: stats?.closed,
  };
}

/** Number of registrations in a list that staff can act on, without those that wait for the client. */
export function useActionableCount(listName: QueueTab | ViewName): number | undefined {
  const counts = useQueueCounts();
  const query = countQuery('actionable-count', { assigned: 'true', status: ACTIONABLE_STATUSES.join(',') });
  const mineCount = useQuery({ ...query, enabled: listName === 'mine' }).data;
  if (listName === 'awaiting-client') return 0;
  if (listName === 'mine') return mineCount;
  if (listName !== 'all') return counts[listName];
  const { paid, reviewing, government } = counts;
  if (paid === undefined || reviewing === undefined || government === undefined) return undefined;
  return paid + reviewing + government;
}
