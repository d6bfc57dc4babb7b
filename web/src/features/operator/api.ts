import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { StaffRegistrationListQuery, QueueView as ViewName } from '@g2/gateway/contract/queue';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { queueStatsQuery, STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import {
  ACTIONABLE,
  defaultSort,
  type QueueTab,
  type QueueView,
  queueFilters,
  TAB_FILTERS,
} from './queue.ts';

export const queueQuery = (asked: QueueView, limit: number) => {
  const query: StaffRegistrationListQuery = {
    ...queueFilters(asked),
    page: asked.page,
    sort: asked.sort || defaultSort(asked),
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

/** A number of registrations that the queue statistics do not contain. */
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
  const mine = useQuery(countQuery('assigned-count', TAB_FILTERS.mine)).data;
  return {
    mine,
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

/** Number of shown records that staff can act on; those that wait for payment or for the client do not count. */
export function useActionable(shown: QueueTab | ViewName): number | undefined {
  const counts = useQueueCounts();
  const query = countQuery('actionable-count', { assigned: 'true', status: ACTIONABLE.join(',') });
  const mine = useQuery({ ...query, enabled: shown === 'mine' }).data;
  if (shown === 'awaiting-client') return 0;
  if (shown === 'mine') return mine;
  if (shown !== 'all') return counts[shown];
  const { paid, reviewing, government } = counts;
  if (paid === undefined || reviewing === undefined || government === undefined) return undefined;
  return paid + reviewing + government;
}
