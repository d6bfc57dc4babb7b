import { MAX_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { applyOptimistic, type OptimisticPatch } from '../../lib/optimistic.ts';
import { notify } from '../../ui/toast-store.ts';
import { STAFF_REGISTRATIONS } from './staff-api.ts';

/** First element of the query keys of the list of all users' registrations. */
export const ALL_REGISTRATIONS = adminCalls.listAllRegistrations.path;
const OPERATORS = adminCalls.listOperators.path;

/** First elements of the query keys to refresh after a change to a registration. */
export const REGISTRATION_ROOTS: readonly string[] = [
  ALL_REGISTRATIONS,
  STAFF_REGISTRATIONS,
  OPERATORS,
  adminCalls.getEnhancedStats.path,
  adminCalls.getAnalytics.path,
  adminCalls.getFigures.path,
  certificateCalls.listDoubtfulCertificates.path,
];

/** Optimistic patches of one registration in all cached queries of staff. */
export const staffPatches = (id: string, patch: Partial<StaffRegistration>): OptimisticPatch[] =>
  [ALL_REGISTRATIONS, STAFF_REGISTRATIONS].map((root) => ({ root, id, patch }));

/** Operators and admins, sorted by the number of assigned registrations, the largest first. */
export const operatorsQuery = queryOptions({
  queryKey: [OPERATORS],
  queryFn: async ({ signal }) => {
    const { items } = await call(adminCalls.listOperators, { query: { limit: MAX_PAGE_SIZE }, signal });
    return items.toSorted((a, b) => b.assigned - a.assigned);
  },
});

export const changeStatus = (id: string, body: ChangeStatusBody): Promise<StaffRegistration> =>
  call(adminCalls.changeRegistrationStatus, { params: { id }, body });

export interface StaffChange<Input, Answer> {
  readonly onSuccess?: (answer: Answer, input: Input) => void;
  /** Title of the error toast, and its text if the server sent no message. */
  readonly failed?: readonly [title: string, fallbackText: string];
  /** Patches for the cached lists, applied before the server answers and undone if it refuses. */
  readonly optimistic?: (input: Input) => OptimisticPatch | readonly OptimisticPatch[];
}

/**
 * Mutation by staff. Its toasts appear even if the component has been unmounted. It settles after its queries are
 * refreshed.
 * @param roots first elements of the query keys to refresh
 */
export function useStaffChange<Input, Answer>(
  roots: readonly unknown[],
  mutationFn: (input: Input) => Promise<Answer>,
  { onSuccess, failed, optimistic }: StaffChange<Input, Answer> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onMutate: async (input: Input) => {
      const patches = optimistic === undefined ? [] : [optimistic(input)].flat();
      const undoPatches = await Promise.all(patches.map((patch) => applyOptimistic(client, patch)));
      return () => {
        for (const undoPatch of undoPatches) undoPatch();
      };
    },
    ...(onSuccess && { onSuccess }),
    onError: (error, _input, undo) => {
      undo?.();
      if (failed !== undefined) notify.error(failed[0], messageOf(error, failed[1]));
    },
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [root] }) => roots.includes(root) }),
  });
}

/** Mutation of a registration by staff. Afterwards, all of staff's data about registrations is refreshed. */
export const useRegistrationChange = <Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  change: StaffChange<Input, Answer>,
) => useStaffChange(REGISTRATION_ROOTS, mutationFn, change);
