import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Where staff read a registration; first part of the keys of everything read there. */
export const STAFF_REGISTRATIONS = operatorRoutes.listQueue.path;

/** The figures of the queue. */
export const queueStatsQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'stats'],
  queryFn: ({ signal }) => call(operatorRoutes.getQueueStats, { signal }),
});

/** A registration's status changes, oldest first, with what only staff see of them. */
export const staffHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'history', id],
    queryFn: ({ signal }) => readStaffHistory(id, signal),
  });

/** A registration's rights holders. */
export const staffHoldersQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'holders', id],
    queryFn: async ({ signal }) => (await call(operatorRoutes.listStaffHolders, wholeOf(id, signal))).items,
  });

/** The history, read at once and kept nowhere. */
export const readStaffHistory = async (id: string, signal: AbortSignal): Promise<HistoryEntry[]> =>
  (await call(operatorRoutes.getStaffHistory, wholeOf(id, signal))).items;

const wholeOf = (id: string, signal: AbortSignal) => ({
  params: { id },
  query: { limit: MAX_PAGE_SIZE },
  signal,
});
