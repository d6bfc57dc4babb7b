import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { certificateRoutes } from '@g2/gateway/contract/routes/certificates';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { applyOptimistic, type OptimisticPatch } from '../../lib/optimistic.ts';
import { notify } from '../../ui/toast-store.ts';
import { STAFF_REGISTRATIONS } from './staff-api.ts';

/** Everybody's; under `REGISTRATIONS` stand one's own. */
export const ALL_REGISTRATIONS = adminRoutes.listAllRegistrations.path;
const OPERATORS = adminRoutes.listOperators.path;

/** What a change to a registration makes old. */
export const REGISTRATION_ROOTS: readonly string[] = [
  ALL_REGISTRATIONS,
  STAFF_REGISTRATIONS,
  OPERATORS,
  adminRoutes.getEnhancedStats.path,
  adminRoutes.getAnalytics.path,
  adminRoutes.getFigures.path,
  certificateRoutes.listDoubtfulCertificates.path,
];

/** What a registration will be, wherever staff see it. */
export const everywhere = (id: string, patch: Partial<StaffRegistration>): OptimisticPatch[] =>
  [ALL_REGISTRATIONS, STAFF_REGISTRATIONS].map((root) => ({ root, id, patch }));

/** Operators and admins, the busiest first. */
export const operatorsQuery = queryOptions({
  queryKey: [OPERATORS],
  queryFn: async ({ signal }) => {
    const { items } = await call(adminRoutes.listOperators, { query: { limit: MAX_PAGE_SIZE }, signal });
    return items.toSorted((a, b) => b.assigned - a.assigned);
  },
});

/** Sets one registration's status. */
export function changeStatus(id: string, body: ChangeStatusBody): Promise<StaffRegistration> {
  return call(adminRoutes.changeRegistrationStatus, { params: { id }, body });
}

export interface StaffChange<Input, Answer> {
  readonly onSuccess?: (answer: Answer, input: Input) => void;
  /** Title of the toast when it fails, and its text where the server gave none. */
  readonly failed?: readonly [title: string, fallback: string];
  /** What the lists show until the server has answered; taken back when it refuses. */
  readonly optimistic?: (input: Input) => OptimisticPatch | readonly OptimisticPatch[];
}

/**
 * A change by staff. It settles once the lists and figures under these roots are read anew; the toasts come before, also
 * when the component that began it has left the screen.
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
      const undo = await Promise.all(patches.map((patch) => applyOptimistic(client, patch)));
      return () => {
        for (const takeBack of undo) takeBack();
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

/** A change to a registration, wherever staff see it. */
export const useRegistrationChange = <Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  change: StaffChange<Input, Answer>,
) => useStaffChange(REGISTRATION_ROOTS, mutationFn, change);
