import type { AnalyticsPeriod, EnhancedStats } from '@g2/gateway/contract/admin';
import type { Span } from '@g2/gateway/contract/business-metrics';
import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import { userCalls } from '@g2/gateway/contract/gen/calls/users';
import type { StaffRegistrationListQuery } from '@g2/gateway/contract/queue';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import type { UserListQuery } from '@g2/gateway/contract/users';
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { HttpError } from '../../lib/failures.ts';
import { STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import {
  ALL_REGISTRATIONS,
  REGISTRATION_ROOTS,
  type StaffChange,
  useStaffChange,
} from '../../shared/registration/staff-change.ts';

export const USERS_KEY = userCalls.listUsers.path;
const STATS_KEY = adminCalls.getEnhancedStats.path;
const CREDITS_KEY = adminCalls.adjustCredits.path;
const FIGURES_KEY = adminCalls.getFigures.path;

/** A query that keeps the data of the previous key, such as the previous page, until the new data arrives. */
export const queryWithPreviousData = <Data>(
  queryKey: QueryKey,
  fetchData: (signal: AbortSignal) => Promise<Data>,
) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => fetchData(signal), placeholderData: keepPreviousData });

/** Retries a failed query twice (spec §9), unless the server refused it (4xx). */
const retryTwice = (failureCount: number, error: Error): boolean =>
  failureCount < 2 && !(error instanceof HttpError && error.status < 500);

export const enhancedStatsQuery = queryOptions({
  queryKey: [STATS_KEY],
  queryFn: ({ signal }) => call(adminCalls.getEnhancedStats, { signal }),
  retry: retryTwice,
});

/** Certificates that an admin must revoke or keep, because their payment was refunded or disputed. */
export const doubtfulCertificatesQuery = queryOptions({
  queryKey: [certificateCalls.listDoubtfulCertificates.path],
  queryFn: ({ signal }) => call(certificateCalls.listDoubtfulCertificates, { signal }),
});

/** A page of all registrations, or of those of `userId`. A leading `-` in `sort` means descending. */
export const allRegistrationsQuery = (
  page: number,
  search: string,
  status: string,
  sort: StaffRegistrationListQuery['sort'] = '',
  userId = '',
) => {
  const filter = { page, search, status, sort, userId };
  return {
    ...queryWithPreviousData([ALL_REGISTRATIONS, filter], (signal) =>
      call(adminCalls.listAllRegistrations, { query: { ...filter, limit: STAFF_PAGE_SIZE }, signal }),
    ),
    retry: retryTwice,
  };
};

/** One registration. It shares the key prefix of the lists, so that one invalidation refreshes both. */
export const adminRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => call(operatorCalls.getStaffRegistration, { params: { id }, signal }),
  });

/** Fetches one registration, bypassing the query cache. */
export const fetchRegistration = (id: string): Promise<StaffRegistration> =>
  call(operatorCalls.getStaffRegistration, { params: { id } });

/** A page of users. The users page and the credits tab request 100 per page (spec §7). */
export const usersQuery = (
  page: number,
  search: string,
  limit: number = STAFF_PAGE_SIZE,
  sort: UserListQuery['sort'] = '',
  filter: Pick<UserListQuery, 'role' | 'active'> = {},
) => {
  const query = { page, search, limit, sort, ...filter };
  return queryWithPreviousData([USERS_KEY, query], (signal) => call(userCalls.listUsers, { query, signal }));
};

/** A page of a user's credit transactions, newest first. */
export const userTransactionsQuery = (userId: string, page: number, limit: number = STAFF_PAGE_SIZE) =>
  queryWithPreviousData([CREDITS_KEY, userId, { page, limit }], (signal) =>
    call(adminCalls.listUserTransactions, { params: { userId }, query: { page, limit }, signal }),
  );

export const analyticsQuery = (period: AnalyticsPeriod) =>
  queryWithPreviousData([adminCalls.getAnalytics.path, period], (signal) =>
    call(adminCalls.getAnalytics, { query: { period }, signal }),
  );

/** The business figures of a period. @param span day, week or month; the default depends on the period */
export const figuresQuery = (period: AnalyticsPeriod, span?: Span) =>
  queryWithPreviousData([FIGURES_KEY, { period, span }], (signal) =>
    call(adminCalls.getFigures, { query: { period, span }, signal }),
  );

const AFFECTED_KEYS = {
  users: [USERS_KEY, STATS_KEY, adminCalls.listOperators.path, ALL_REGISTRATIONS, STAFF_REGISTRATIONS],
  registrations: REGISTRATION_ROOTS,
  credits: [USERS_KEY, CREDITS_KEY, FIGURES_KEY],
} as const;

/** A mutation by an admin that invalidates the queries of `affected`. */
export const useAdminMutation = <Input, Answer>(
  affected: keyof typeof AFFECTED_KEYS,
  mutationFn: (input: Input) => Promise<Answer>,
  change?: StaffChange<Input, Answer>,
) => useStaffChange(AFFECTED_KEYS[affected], mutationFn, change);

export const sumCounts = (
  counts: EnhancedStats['statusCounts'],
  statuses: readonly RegistrationStatus[],
): number => statuses.reduce((sum, status) => sum + counts[status], 0);
