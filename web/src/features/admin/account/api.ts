import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { adminAccountRoutes } from '@g2/gateway/contract/routes/admin-accounts';
import { adminPaymentRoutes } from '@g2/gateway/contract/routes/admin-payments';
import { sessionRoutes } from '@g2/gateway/contract/routes/sessions';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { HttpError } from '../../../lib/failures.ts';
import { request, withQuery } from '../../../lib/http.ts';
import { ALL_REGISTRATIONS } from '../../../shared/registration/staff-change.ts';
import { USERS } from '../api.ts';

const limit = STAFF_PAGE_SIZE;

/** One account, null if absent. Its key begins like that of the user lists, so that one invalidation covers all. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [USERS, 'one', id],
    queryFn: ({ signal }) => orNull(call(adminAccountRoutes.getUser, { params: { id }, signal })),
  });

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

export const sessionsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [USERS, 'sessions', id, page],
    queryFn: ({ signal }) =>
      call(adminAccountRoutes.listUserSessions, { params: { id }, query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

export function useEndSessions(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(sessionRoutes.endUserSessions, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [USERS, 'sessions', id] }),
  });
}

export const mailsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [USERS, 'mails', id, page],
    queryFn: ({ signal }) =>
      call(adminAccountRoutes.listUserMails, { params: { id }, query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

export const accountRegistrationsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'of', userId, page],
    queryFn: ({ signal }) =>
      call(adminRoutes.listAllRegistrations, { query: { userId, page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

export const accountPaymentsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: [adminPaymentRoutes.listPayments.path, 'of', userId, page],
    queryFn: ({ signal }) =>
      call(adminPaymentRoutes.listPayments, { query: { userId, page, limit }, signal }),
    placeholderData: keepPreviousData,
  });

/** An entry of the audit trail, reduced to the fields shown here. */
export interface TrailEntry {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly actorName: string | null;
}
interface TrailPage {
  readonly items: readonly TrailEntry[];
  readonly total: number;
}

/** The audit trail about an account; null when the server does not offer the trail. */
export const trailQuery = (subject: string, page: number) =>
  queryOptions({
    queryKey: ['/api/admin/audit', { subject, page }],
    queryFn: ({ signal }) =>
      orNull(
        request('GET', withQuery('/api/admin/audit', { subject, page, limit }), {
          signal,
        }) as Promise<TrailPage>,
      ),
    placeholderData: keepPreviousData,
  });
