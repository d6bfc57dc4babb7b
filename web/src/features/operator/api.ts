import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { StaffRegistrationListQuery } from '@g2/gateway/contract/queue';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { ACTIONABLE, defaultSort, type QueueView, queueFilters, TAB_FILTERS } from './queue.ts';

export const queueQuery = (asked: QueueView, limit: number) => {
  const query: StaffRegistrationListQuery = {
    ...queueFilters(asked),
    page: asked.page,
    sort: asked.sort || defaultSort(asked),
    limit,
  };
  return queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'list', query],
    queryFn: ({ signal }) => call(operatorRoutes.listQueue, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** The users who process registrations: operators and admins. */
export const colleaguesQuery = queryOptions({
  queryKey: [operatorRoutes.listColleagues.path],
  queryFn: async ({ signal }) =>
    (await call(operatorRoutes.listColleagues, { query: { limit: MAX_PAGE_SIZE }, signal })).items,
});

/** The number of unfinished registrations assigned to the signed-in user; the queue statistics lack it. */
export const assignedCountQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'assigned-count'],
  queryFn: async ({ signal }) =>
    (await call(operatorRoutes.listQueue, { query: { ...TAB_FILTERS.mine, limit: 1 }, signal })).total,
});

/** The number of registrations assigned to the signed-in user that allow a next step. */
export const actionableCountQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'actionable-count'],
  queryFn: async ({ signal }) =>
    (
      await call(operatorRoutes.listQueue, {
        query: { assigned: 'true', status: ACTIONABLE.join(','), limit: 1 },
        signal,
      })
    ).total,
});

export const queuedRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => call(operatorRoutes.getStaffRegistration, { params: { id }, signal }),
  });

export function useRefreshQueue(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [STAFF_REGISTRATIONS] });
}
