import { MAX_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** First element of the query keys of staff's data about registrations; `REGISTRATIONS` is for the owner's data. */
export const STAFF_REGISTRATIONS = operatorCalls.listQueue.path;

export const queueStatsQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'stats'],
  queryFn: ({ signal }) => call(operatorCalls.getQueueStats, { signal }),
});

/** Status history of a registration, oldest first, with the fields that only staff may see. */
export const staffHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'history', id],
    queryFn: ({ signal }) => readStaffHistory(id, signal),
  });

export const staffHoldersQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'holders', id],
    queryFn: async ({ signal }) =>
      (await call(operatorCalls.listStaffHolders, fullListRequest(id, signal))).items,
  });

/** Fetches the status history without caching it. */
export const readStaffHistory = async (id: string, signal: AbortSignal): Promise<HistoryEntry[]> =>
  (await call(operatorCalls.getStaffHistory, fullListRequest(id, signal))).items;

const fullListRequest = (id: string, signal: AbortSignal) => ({
  params: { id },
  query: { limit: MAX_PAGE_SIZE },
  signal,
});
