import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { approvalCalls } from '@g2/gateway/contract/gen/calls/approvals';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { notify } from '../../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

const root = approvalCalls.listApprovals.path;

/** @param over true for decided, withdrawn and expired requests, false for open ones */
export const approvalsQuery = (page: number, over: boolean) =>
  queryOptions({
    queryKey: [root, over, page],
    queryFn: ({ signal }) => {
      const query = { page, limit: STAFF_PAGE_SIZE, over: over ? 'true' : 'false' } as const;
      return call(approvalCalls.listApprovals, { query, signal });
    },
    // Other admins add and decide requests, and no server event reports it.
    staleTime: 0,
  });

/** The number of requests that the signed-in admin may decide on. */
export const waitingQuery = queryOptions({
  queryKey: [root, 'waiting'],
  queryFn: async ({ signal }) =>
    (await call(approvalCalls.listApprovals, { query: { limit: 1 }, signal })).waiting,
  staleTime: 0,
});

interface Decision {
  readonly id: string;
  readonly how: 'approve' | 'withdraw' | 'refuse';
  /** The reason of a refusal. */
  readonly note?: string;
}

/** Decides on a request. An approved operation has run by then, so all other data may be outdated. */
export function useDecide(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, how, note = '' }: Decision) => {
      const params = { id };
      if (how === 'refuse') return call(approvalCalls.refuseApproval, { params, body: { note } });
      return call(how === 'approve' ? approvalCalls.approve : approvalCalls.withdrawApproval, { params });
    },
    onSuccess: ({ state, failure }) => {
      if (state === 'failed') notify.error(t.notDone, failure);
      else notify.success(t.decided[state] ?? t.decided.done);
      onDone();
    },
    onError: (error) => notify.error(t.failedToDecide, reasonOf(error, t.failedToDecideText)),
    onSettled: () => client.invalidateQueries(),
  });
}
