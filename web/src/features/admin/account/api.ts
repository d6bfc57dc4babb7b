import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { adminAccountRoutes } from '@g2/gateway/contract/routes/admin-accounts';
import { adminPaymentRoutes } from '@g2/gateway/contract/routes/admin-payments';
import { auditRoutes } from '@g2/gateway/contract/routes/audit';
import { sessionRoutes } from '@g2/gateway/contract/routes/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callByName } from '../../../lib/call.ts';
import { HttpError } from '../../../lib/failures.ts';
import { ALL_REGISTRATIONS } from '../../../shared/registration/staff-change.ts';
import { steadyQuery, USERS } from '../api.ts';

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
  steadyQuery([USERS, 'sessions', id, page], (signal) =>
    call(adminAccountRoutes.listUserSessions, { params: { id }, query: { page, limit }, signal }),
  );

export function useEndSessions(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(sessionRoutes.endUserSessions, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [USERS, 'sessions', id] }),
  });
}

export const mailsQuery = (id: string, page: number) =>
  steadyQuery([USERS, 'mails', id, page], (signal) =>
    call(adminAccountRoutes.listUserMails, { params: { id }, query: { page, limit }, signal }),
  );

export const accountRegistrationsQuery = (userId: string, page: number) =>
  steadyQuery([ALL_REGISTRATIONS, 'of', userId, page], (signal) =>
    call(adminRoutes.listAllRegistrations, { query: { userId, page, limit }, signal }),
  );

export const accountPaymentsQuery = (userId: string, page: number) =>
  steadyQuery([adminPaymentRoutes.listPayments.path, 'of', userId, page], (signal) =>
    call(adminPaymentRoutes.listPayments, { query: { userId, page, limit }, signal }),
  );

/** The audit trail about an account; null when the server does not offer the trail. */
export const trailQuery = (subject: string, page: number) =>
  steadyQuery([auditRoutes.listAudit.path, { subject, page }], (signal) =>
    orNull(
      callByName<typeof auditRoutes.listAudit>(auditRoutes.listAudit, {
        query: { subject, page, limit },
        signal,
      }),
    ),
  );
