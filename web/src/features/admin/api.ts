import type { Analytics, AnalyticsPeriod, EnhancedStats, Operator } from '@g2/gateway/contract/admin';
import { MAX_PAGE_SIZE, type Page, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { AdminCreditTransaction } from '@g2/gateway/contract/payments';
import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import type { AdminUser } from '@g2/gateway/contract/users';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, messageOf, request, withQuery } from '../../lib/http.ts';
import { applyGuess, type Guess } from '../../lib/optimistic.ts';
import { STAFF_REGISTRATIONS } from '../../lib/staff-registrations.ts';
import { notify } from '../../ui/toast-store.ts';

export const USERS = '/api/admin/users';
const STATS = '/api/admin/enhanced-stats';
export const REGISTRATIONS = '/api/admin/registrations';
const OPERATORS = '/api/admin/operators';
export const CREDITS = '/api/admin/credits';
const ANALYTICS = '/api/admin/analytics';

/** The admin queries that spec §9 retries twice; a refusal is final. */
const retryTwice = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof HttpError && error.status < 500);

export const enhancedStatsQuery = queryOptions({
  queryKey: [STATS],
  queryFn: ({ signal }) => request<EnhancedStats>('GET', STATS, { signal }),
  retry: retryTwice,
});

/** One page of all registrations; `sort` is a field, with `-` before it when descending. */
export const registrationsQuery = (page: number, search: string, status: string, sort = '') =>
  queryOptions({
    queryKey: [REGISTRATIONS, { page, search, status, sort }],
    queryFn: ({ signal }) =>
      request<Page<StaffRegistration>>(
        'GET',
        withQuery(REGISTRATIONS, { page, search, status, sort, limit: STAFF_PAGE_SIZE }),
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: retryTwice,
  });

/** One registration; under the root of the lists, so that a change shows on it as on them. */
export const registrationQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) =>
      request<StaffRegistration>('GET', `${STAFF_REGISTRATIONS}/${encodeURIComponent(id)}`, { signal }),
  });

/** One registration as it is now. */
export function lookAt(id: string): Promise<StaffRegistration> {
  return request('GET', `${STAFF_REGISTRATIONS}/${id}`);
}

/** Sets one registration's status. */
export function changeStatus(id: string, body: ChangeStatusBody): Promise<StaffRegistration> {
  return request('PATCH', `${REGISTRATIONS}/${id}/status`, { body });
}

/** One page of users; the users page and the credits tab ask for 100 at once (spec §7). */
export const usersQuery = (page: number, search: string, limit: number = STAFF_PAGE_SIZE, sort = '') =>
  queryOptions({
    queryKey: [USERS, { page, search, limit, sort }],
    queryFn: ({ signal }) =>
      request<Page<AdminUser>>('GET', withQuery(USERS, { page, search, limit, sort }), { signal }),
    placeholderData: keepPreviousData,
  });

/** Operators and admins, the busiest first. */
export const operatorsQuery = queryOptions({
  queryKey: [OPERATORS],
  queryFn: async ({ signal }) => {
    const { items } = await request<Page<Operator>>('GET', withQuery(OPERATORS, { limit: MAX_PAGE_SIZE }), {
      signal,
    });
    return items.toSorted((a, b) => b.assigned - a.assigned);
  },
});

/** One page of a user's credit transactions, newest first. */
export const transactionsQuery = (userId: string, page: number, limit: number = STAFF_PAGE_SIZE) =>
  queryOptions({
    queryKey: [CREDITS, userId, { page, limit }],
    queryFn: ({ signal }) =>
      request<Page<AdminCreditTransaction>>('GET', withQuery(`${CREDITS}/${userId}`, { page, limit }), {
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** A user's latest transactions, as many as one answer holds: what a chart of the balance is drawn from. */
export const latestTransactionsQuery = (userId: string) => transactionsQuery(userId, 1, MAX_PAGE_SIZE);

export const analyticsQuery = (period: AnalyticsPeriod) =>
  queryOptions({
    queryKey: [ANALYTICS, period],
    queryFn: ({ signal }) => request<Analytics>('GET', withQuery(ANALYTICS, { period }), { signal }),
    placeholderData: keepPreviousData,
  });

/** What a change to users, registrations or credits makes old. */
export const TOUCHED = {
  users: [USERS, STATS, OPERATORS, REGISTRATIONS, STAFF_REGISTRATIONS],
  registrations: [REGISTRATIONS, STATS, OPERATORS, ANALYTICS, STAFF_REGISTRATIONS],
  credits: [USERS, CREDITS],
} as const;

interface Change<Input, Answer> {
  readonly onSuccess?: (answer: Answer, input: Input) => void;
  /** Title of the toast when it fails, and its text where the server gave none. */
  readonly failed?: readonly [title: string, fallback: string];
  /** What the lists show until the server has answered; taken back when it refuses. */
  readonly guess?: (input: Input) => Guess;
}

/**
 * A change by an admin. It settles once the lists and figures it touches are read anew; the toasts come before, also
 * when the component that began it has left the screen.
 */
export function useAdminMutation<Input, Answer>(
  touched: keyof typeof TOUCHED,
  mutationFn: (input: Input) => Promise<Answer>,
  { onSuccess, failed, guess }: Change<Input, Answer> = {},
) {
  const client = useQueryClient();
  const roots: readonly unknown[] = TOUCHED[touched];
  return useMutation({
    mutationFn,
    onMutate: async (input: Input) => guess && applyGuess(client, guess(input)),
    ...(onSuccess && { onSuccess }),
    onError: (error, _input, undo) => {
      undo?.();
      if (failed !== undefined) notify.error(failed[0], messageOf(error, failed[1]));
    },
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [root] }) => roots.includes(root) }),
  });
}
