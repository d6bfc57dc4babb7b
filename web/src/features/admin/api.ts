import type { AnalyticsPeriod, EnhancedStats } from '@g2/gateway/contract/admin';
import type { Span } from '@g2/gateway/contract/business-metrics';
import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import { userCalls } from '@g2/gateway/contract/gen/calls/users';
import type { StaffRegistrationListQuery } from '@g2/gateway/contract/queue';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
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

export const USERS = userCalls.listUsers.path;
const STATS = adminCalls.getEnhancedStats.path;
const CREDITS = adminCalls.adjustCredits.path;
const FIGURES = adminCalls.getFigures.path;

/** A query that shows the data of the previous key, such as the previous page, until its own is there. */
export const steadyQuery = <Data>(queryKey: QueryKey, read: (signal: AbortSignal) => Promise<Data>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read(signal), placeholderData: keepPreviousData });

/** Retry rule of the admin queries that spec §9 retries twice; a refusal (4xx) is not retried. */
const retryTwice = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof HttpError && error.status < 500);

export const enhancedStatsQuery = queryOptions({
  queryKey: [STATS],
  queryFn: ({ signal }) => call(adminCalls.getEnhancedStats, { signal }),
  retry: retryTwice,
});

/** Certificates that need an admin's decision, because their payment was refunded or disputed. */
export const doubtfulQuery = queryOptions({
  queryKey: [certificateCalls.listDoubtfulCertificates.path],
  queryFn: ({ signal }) => call(certificateCalls.listDoubtfulCertificates, { signal }),
});

/** A page of all registrations, or of one account's. `sort` is a field, with a leading `-` for descending. */
export const allRegistrationsQuery = (
  page: number,
  search: string,
  status: string,
  sort: StaffRegistrationListQuery['sort'] = '',
  userId = '',
) => {
  const filter = { page, search, status, sort, userId };
  return {
    ...steadyQuery([ALL_REGISTRATIONS, filter], (signal) =>
      call(adminCalls.listAllRegistrations, { query: { ...filter, limit: STAFF_PAGE_SIZE }, signal }),
    ),
    retry: retryTwice,
  };
};

/** One registration. Its key begins like that of the lists, so that one invalidation covers all. */
export const anyRegistrationQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'one', id],
    queryFn: ({ signal }) => call(operatorCalls.getStaffRegistration, { params: { id }, signal }),
  });

/** Reads one registration without the query cache. */
export const readRegistration = (id: string): Promise<StaffRegistration> =>
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
  return steadyQuery([USERS, query], (signal) => call(userCalls.listUsers, { query, signal }));
};

/** A page of a user's credit transactions, newest first. */
export const userTransactionsQuery = (userId: string, page: number, limit: number = STAFF_PAGE_SIZE) =>
  steadyQuery([CREDITS, userId, { page, limit }], (signal) =>
    call(adminCalls.listUserTransactions, { params: { userId }, query: { page, limit }, signal }),
  );

export const analyticsQuery = (period: AnalyticsPeriod) =>
  steadyQuery([adminCalls.getAnalytics.path, period], (signal) =>
    call(adminCalls.getAnalytics, { query: { period }, signal }),
  );

/** The business figures of a period. @param span of their series; undefined for the period's default */
export const figuresQuery = (period: AnalyticsPeriod, span?: Span) =>
  steadyQuery([FIGURES, { period, span }], (signal) =>
    call(adminCalls.getFigures, { query: { period, span }, signal }),
  );

const AFFECTED = {
  users: [USERS, STATS, adminCalls.listOperators.path, ALL_REGISTRATIONS, STAFF_REGISTRATIONS],
  registrations: REGISTRATION_ROOTS,
  credits: [USERS, CREDITS, FIGURES],
} as const;

/** A mutation by an admin that invalidates the queries of `affected`. */
export const useAdminMutation = <Input, Answer>(
  affected: keyof typeof AFFECTED,
  mutationFn: (input: Input) => Promise<Answer>,
  change?: StaffChange<Input, Answer>,
) => useStaffChange(AFFECTED[affected], mutationFn, change);

export const sumCounts = (
  counts: EnhancedStats['statusCounts'],
  statuses: readonly RegistrationStatus[],
): number => statuses.reduce((sum, status) => sum + counts[status], 0);
