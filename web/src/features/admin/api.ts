import type { Analytics, AnalyticsPeriod, EnhancedStats, Operator } from '@g2/gateway/contract/admin';
import { MAX_PAGE_SIZE, type Page, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { CreditTransaction } from '@g2/gateway/contract/payments';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { User } from '@g2/gateway/contract/users';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, request, withQuery } from '../../lib/http.ts';

export const USERS = '/api/admin/users';
const STATS = '/api/admin/enhanced-stats';
export const REGISTRATIONS = '/api/admin/registrations';
const OPERATORS = '/api/admin/operators';
export const CREDITS = '/api/admin/credits';
const ANALYTICS = '/api/admin/analytics';
const QUEUE = '/api/operator/registrations';

/** The admin queries that spec §9 retries twice; a refusal is final. */
const retryTwice = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof HttpError && error.status < 500);

export const enhancedStatsQuery = queryOptions({
  queryKey: [STATS],
  queryFn: ({ signal }) => request<EnhancedStats>('GET', STATS, { signal }),
  retry: retryTwice,
});

/** One page of all registrations. */
export const registrationsQuery = (page: number, search: string, status: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, { page, search, status }],
    queryFn: ({ signal }) =>
      request<Page<StaffRegistration>>(
        'GET',
        withQuery(REGISTRATIONS, { page, search, status, limit: STAFF_PAGE_SIZE }),
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: retryTwice,
  });

/** One page of users; the users page and the credits tab ask for 100 at once (spec §7). */
export const usersQuery = (page: number, search: string, limit: number = STAFF_PAGE_SIZE) =>
  queryOptions({
    queryKey: [USERS, { page, search, limit }],
    queryFn: ({ signal }) =>
      request<Page<User>>('GET', withQuery(USERS, { page, search, limit }), { signal }),
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
export const transactionsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: [CREDITS, userId, page],
    queryFn: ({ signal }) =>
      request<Page<CreditTransaction>>(
        'GET',
        withQuery(`${CREDITS}/${userId}`, { page, limit: STAFF_PAGE_SIZE }),
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const analyticsQuery = (period: AnalyticsPeriod) =>
  queryOptions({
    queryKey: [ANALYTICS, period],
    queryFn: ({ signal }) => request<Analytics>('GET', withQuery(ANALYTICS, { period }), { signal }),
    placeholderData: keepPreviousData,
  });

/** What a change to users, registrations or credits makes old. */
export const TOUCHED = {
  users: [USERS, STATS, OPERATORS, REGISTRATIONS, QUEUE],
  registrations: [REGISTRATIONS, STATS, OPERATORS, ANALYTICS, QUEUE],
  credits: [USERS, CREDITS],
} as const;

/**
 * A change by an admin. It settles once the lists and figures it touches are read anew; `onSuccess` is told before,
 * also when that reading takes the component off the screen.
 */
export function useAdminMutation<Input, Answer>(
  touched: keyof typeof TOUCHED,
  mutationFn: (input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer, input: Input) => void,
) {
  const client = useQueryClient();
  const roots: readonly unknown[] = TOUCHED[touched];
  return useMutation({
    mutationFn,
    ...(onSuccess && { onSuccess }),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [root] }) => roots.includes(root) }),
  });
}
