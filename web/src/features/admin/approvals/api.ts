import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { approvalCalls } from '@g2/gateway/contract/gen/calls/approvals';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { notify } from '../../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

const APPROVALS_KEY = approvalCalls.listApprovals.path;

/** @param isDecided true for decided, withdrawn and expired requests; false for open requests */
export const approvalsQuery = (page: number, isDecided: boolean) =>
  queryOptions({
    queryKey: [APPROVALS_KEY, isDecided, page],
    queryFn: ({ signal }) => {
      const query = { page, limit: STAFF_PAGE_SIZE, over: isDecided ? 'true' : 'false' } as const;
      return call(approvalCalls.listApprovals, { query, signal });
    },
    // Always refetched, because no server event reports the requests and decisions of other admins.
    staleTime: 0,
  });

/** The number of requests that the signed-in admin may decide on. */
export const pendingApprovalCountQuery = queryOptions({
  queryKey: [APPROVALS_KEY, 'waiting'],
  queryFn: async ({ signal }) =>
    (await call(approvalCalls.listApprovals, { query: { limit: 1 }, signal })).waiting,
  staleTime: 0,
});

interface DecisionInput {
  readonly id: string;
  readonly action: 'approve' | 'withdraw' | 'refuse';
  /** The reason of a refusal. */
  readonly note?: string;
}

/** Decides on a request. The server runs an approved operation at once, so all queries are refetched. */
export function useDecide(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action, note = '' }: DecisionInput) => {
      const params = { id };
      if (action === 'refuse') return call(approvalCalls.refuseApproval, { params, body: { note } });
      return call(action === 'approve' ? approvalCalls.approve : approvalCalls.withdrawApproval, { params });
    },
    onSuccess: ({ state, failure }) => {
      if (state === 'failed') notify.error(t.executionFailed, failure);
      else notify.success(t.decided[state] ?? t.decided.done);
      onDone();
    },
    onError: (error) => notify.error(t.decisionFailed, reasonOf(error, t.decisionFailedText)),
    onSettled: () => client.invalidateQueries(),
  });
}
