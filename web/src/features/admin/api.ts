import type { AnalyticsPeriod, EnhancedStats } from '@g2/gateway/contract/admin';
import { MAX_PAGE_SIZE, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { StaffRegistrationListQuery } from '@g2/gateway/contract/queue';
import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { certificateRoutes } from '@g2/gateway/contract/routes/certificates';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { userRoutes } from '@g2/gateway/contract/routes/users';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import type { UserListQuery } from '@g2/gateway/contract/users';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { applyOptimistic, type OptimisticPatch } from '../../lib/optimistic.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { notify } from '../../ui/toast-store.ts';

export const USERS = userRoutes.listUsers.path;
const STATS = adminRoutes.getEnhancedStats.path;
/** Everybody's; under `REGISTRATIONS` stand one's own. */
export const ALL_REGISTRATIONS = adminRoutes.listAllRegistrations.path;
const OPERATORS = adminRoutes.listOperators.path;
const CREDITS = adminRoutes.adjustCredits.path;
const ANALYTICS = adminRoutes.getAnalytics.path;
const FIGURES = adminRoutes.getFigures.path;
const DOUBTFUL = certificateRoutes.listDoubtfulCertificates.path;

/** The admin queries that spec §9 retries twice; a refusal is final. */
const retryTwice = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof HttpError && error.status < 500);

export const enhancedStatsQuery = queryOptions({
  queryKey: [STATS],
  queryFn: ({ signal }) => call(adminRoutes.getEnhancedStats, { signal }),
  retry: retryTwice,
});

/** Certificates that wait for a decision, since their money went back. */
export const doubtfulQuery = queryOptions({
  queryKey: [DOUBTFUL],
  queryFn: ({ signal }) => call(certificateRoutes.listDoubtfulCertificates, { signal }),
});

/** One page of all registrations; `sort` is a field, with `-` before it when descending. */
export const allRegistrationsQuery = (
  page: number,
  search: string,
  status: string,
  sort: StaffRegistrationListQuery['sort'] = '',
) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, { page, search, status, sort }],
    queryFn: ({ signal }) =>
      call(adminRoutes.listAllRegistrations, {
        query: { page, search, status, sort, limit: STAFF_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: retryTwice,
  });

/** One registration; under the root of the lists, so that a change shows on it as on them. */
export const anyRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => call(operatorRoutes.getStaffRegistration, { params: { id }, signal }),
  });

/** One registration as it is now. */
export function readRegistration(id: string): Promise<StaffRegistration> {
  return call(operatorRoutes.getStaffRegistration, { params: { id } });
}

/** Sets one registration's status. */
export function changeStatus(id: string, body: ChangeStatusBody): Promise<StaffRegistration> {
  return call(adminRoutes.changeRegistrationStatus, { params: { id }, body });
}

/** One page of users; the users page and the credits tab ask for 100 at once (spec §7). */
export const usersQuery = (
  page: number,
  search: string,
  limit: number = STAFF_PAGE_SIZE,
  sort: UserListQuery['sort'] = '',
) =>
  queryOptions({
    queryKey: [USERS, { page, search, limit, sort }],
    queryFn: ({ signal }) => call(userRoutes.listUsers, { query: { page, search, limit, sort }, signal }),
    placeholderData: keepPreviousData,
  });

/** Operators and admins, the busiest first. */
export const operatorsQuery = queryOptions({
  queryKey: [OPERATORS],
  queryFn: async ({ signal }) => {
    const { items } = await call(adminRoutes.listOperators, { query: { limit: MAX_PAGE_SIZE }, signal });
    return items.toSorted((a, b) => b.assigned - a.assigned);
  },
});

/** One page of a user's credit transactions, newest first. */
export const userTransactionsQuery = (userId: string, page: number, limit: number = STAFF_PAGE_SIZE) =>
  queryOptions({
    queryKey: [CREDITS, userId, { page, limit }],
    queryFn: ({ signal }) =>
      call(adminRoutes.listUserTransactions, { params: { userId }, query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

/** A user's latest transactions, as many as one answer holds: what a chart of the balance is drawn from. */
export const latestUserTransactionsQuery = (userId: string) =>
  userTransactionsQuery(userId, 1, MAX_PAGE_SIZE);

export const analyticsQuery = (period: AnalyticsPeriod) =>
  queryOptions({
    queryKey: [ANALYTICS, period],
    queryFn: ({ signal }) => call(adminRoutes.getAnalytics, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

/** What an owner runs the business by, of the same period. */
export const figuresQuery = (period: AnalyticsPeriod) =>
  queryOptions({
    queryKey: [FIGURES, period],
    queryFn: ({ signal }) => call(adminRoutes.getFigures, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

/** What a change to users, registrations or credits makes old. */
export const TOUCHED = {
  users: [USERS, STATS, OPERATORS, ALL_REGISTRATIONS, STAFF_REGISTRATIONS],
  registrations: [ALL_REGISTRATIONS, STATS, OPERATORS, ANALYTICS, FIGURES, STAFF_REGISTRATIONS, DOUBTFUL],
  credits: [USERS, CREDITS, FIGURES],
} as const;

interface Change<Input, Answer> {
  readonly onSuccess?: (answer: Answer, input: Input) => void;
  /** Title of the toast when it fails, and its text where the server gave none. */
  readonly failed?: readonly [title: string, fallback: string];
  /** What the lists show until the server has answered; taken back when it refuses. */
  readonly optimistic?: (input: Input) => OptimisticPatch;
}

/**
 * A change by an admin. It settles once the lists and figures it touches are read anew; the toasts come before, also
 * when the component that began it has left the screen.
 */
export function useAdminMutation<Input, Answer>(
  touched: keyof typeof TOUCHED,
  mutationFn: (input: Input) => Promise<Answer>,
  { onSuccess, failed, optimistic }: Change<Input, Answer> = {},
) {
  const client = useQueryClient();
  const roots: readonly unknown[] = TOUCHED[touched];
  return useMutation({
    mutationFn,
    onMutate: async (input: Input) => optimistic && applyOptimistic(client, optimistic(input)),
    ...(onSuccess && { onSuccess }),
    onError: (error, _input, undo) => {
      undo?.();
      if (failed !== undefined) notify.error(failed[0], messageOf(error, failed[1]));
    },
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [root] }) => roots.includes(root) }),
  });
}

/** How many registrations are in any of the given statuses. */
export function sumCounts(
  counts: EnhancedStats['statusCounts'],
  statuses: readonly RegistrationStatus[],
): number {
  return statuses.reduce((sum, status) => sum + counts[status], 0);
}
