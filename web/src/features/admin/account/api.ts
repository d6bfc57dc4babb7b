import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { adminAccountCalls } from '@g2/gateway/contract/gen/calls/admin-accounts';
import { adminPaymentCalls } from '@g2/gateway/contract/gen/calls/admin-payments';
import { auditCalls } from '@g2/gateway/contract/gen/calls/audit';
import { sessionCalls } from '@g2/gateway/contract/gen/calls/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { HttpError } from '../../../lib/failures.ts';
import { ALL_REGISTRATIONS } from '../../../shared/registration/staff-change.ts';
import { queryWithPreviousData, USERS_KEY } from '../api.ts';

const limit = STAFF_PAGE_SIZE;

/** An account; null if absent. It shares the key prefix of the user lists, so one invalidation refreshes both. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [USERS_KEY, 'one', id],
    queryFn: ({ signal }) => nullIfNotFound(call(adminAccountCalls.getUser, { params: { id }, signal })),
  });

async function nullIfNotFound<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

export const sessionsQuery = (id: string, page: number) =>
  queryWithPreviousData([USERS_KEY, 'sessions', id, page], (signal) =>
    call(adminAccountCalls.listUserSessions, { params: { id }, query: { page, limit }, signal }),
  );

export function useEndSessions(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(sessionCalls.endUserSessions, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [USERS_KEY, 'sessions', id] }),
  });
}

export const mailsQuery = (id: string, page: number) =>
  queryWithPreviousData([USERS_KEY, 'mails', id, page], (signal) =>
    call(adminAccountCalls.listUserMails, { params: { id }, query: { page, limit }, signal }),
  );

export const accountRegistrationsQuery = (userId: string, page: number) =>
  queryWithPreviousData([ALL_REGISTRATIONS, 'of', userId, page], (signal) =>
    call(adminCalls.listAllRegistrations, { query: { userId, page, limit }, signal }),
  );

export const accountPaymentsQuery = (userId: string, page: number) =>
  queryWithPreviousData([adminPaymentCalls.listPayments.path, 'of', userId, page], (signal) =>
    call(adminPaymentCalls.listPayments, { query: { userId, page, limit }, signal }),
  );

/** The audit trail of an account; null if the server has no audit trail. */
export const accountTrailQuery = (subject: string, page: number) =>
  queryWithPreviousData([auditCalls.listAudit.path, { subject, page }], (signal) =>
    nullIfNotFound(
      call(auditCalls.listAudit, {
        query: { subject, page, limit },
        signal,
      }),
    ),
  );
