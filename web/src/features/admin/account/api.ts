import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { adminAccountCalls } from '@g2/gateway/contract/gen/calls/admin-accounts';
import { adminPaymentCalls } from '@g2/gateway/contract/gen/calls/admin-payments';
import { auditCalls } from '@g2/gateway/contract/gen/calls/audit';
import { sessionCalls } from '@g2/gateway/contract/gen/calls/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { HttpError } from '../../../lib/failures.ts';
import { ALL_REGISTRATIONS } from '../../../shared/registration/staff-change.ts';
import { steadyQuery, USERS } from '../api.ts';

const limit = STAFF_PAGE_SIZE;

/** One account, null if absent. Its key begins like that of the user lists, so that one invalidation covers all. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [USERS, 'one', id],
    queryFn: ({ signal }) => orNull(call(adminAccountCalls.getUser, { params: { id }, signal })),
  });

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

export const sessionsQuery = (id: string, page: number) =>
  steadyQuery([USERS, 'sessions', id, page], (signal) =>
    call(adminAccountCalls.listUserSessions, { params: { id }, query: { page, limit }, signal }),
  );

export function useEndSessions(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(sessionCalls.endUserSessions, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [USERS, 'sessions', id] }),
  });
}

export const mailsQuery = (id: string, page: number) =>
  steadyQuery([USERS, 'mails', id, page], (signal) =>
    call(adminAccountCalls.listUserMails, { params: { id }, query: { page, limit }, signal }),
  );

export const accountRegistrationsQuery = (userId: string, page: number) =>
  steadyQuery([ALL_REGISTRATIONS, 'of', userId, page], (signal) =>
    call(adminCalls.listAllRegistrations, { query: { userId, page, limit }, signal }),
  );

export const accountPaymentsQuery = (userId: string, page: number) =>
  steadyQuery([adminPaymentCalls.listPayments.path, 'of', userId, page], (signal) =>
    call(adminPaymentCalls.listPayments, { query: { userId, page, limit }, signal }),
  );

/** The audit trail about an account; null when the server does not offer the trail. */
export const trailQuery = (subject: string, page: number) =>
  steadyQuery([auditCalls.listAudit.path, { subject, page }], (signal) =>
    orNull(
      call(auditCalls.listAudit, {
        query: { subject, page, limit },
        signal,
      }),
    ),
  );
