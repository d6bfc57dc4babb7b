import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { RestoredAssignments } from '@g2/gateway/contract/former-assignments';
import { adminRoutes } from '@g2/gateway/contract/routes/admin';
import { adminAccountRoutes } from '@g2/gateway/contract/routes/admin-accounts';
import { REGISTRATION_STATUSES } from '@g2/gateway/contract/statuses';
import type { Role, User } from '@g2/gateway/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { ALL_REGISTRATIONS } from '../../../shared/registration/staff-change.ts';
import { notify, type ToastLink } from '../../../ui/toast-store.ts';
import { texts as t } from './leftovers-texts.ts';

/** Number of registrations listed in a dialog. */
export const SHOWN = 5;

/** Statuses of unfinished work, which a user loses on leaving the staff. */
const OPEN = REGISTRATION_STATUSES.filter((status) => status !== 'certificate_issued').join(',');

/** The newest unfinished registrations of an operator. */
export const workOfQuery = (operator: string) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'work of', operator],
    queryFn: ({ signal }) =>
      call(adminRoutes.listAllRegistrations, { query: { operator, status: OPEN, limit: SHOWN }, signal }),
  });

/** The assignments that a user lost on leaving the staff; null without any. */
export const droppedQuery = (id: string, page = 1, limit: number = STAFF_PAGE_SIZE) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'dropped', id, { page, limit }],
    queryFn: async ({ signal }) => {
      const found = await call(adminAccountRoutes.listDroppedAssignments, {
        params: { id },
        query: { page, limit },
        signal,
      });
      return found.total === 0 ? null : found;
    },
    placeholderData: keepPreviousData,
  });

export const restoreAssignments = (id: string): Promise<RestoredAssignments> =>
  call(adminAccountRoutes.restoreAssignments, { params: { id } });

/** Whether a change makes a user active staff who was not before. */
export const returnsToStaff = (
  user: Pick<User, 'role' | 'isActive'>,
  next: { readonly role: Role; readonly isActive: boolean },
): boolean => isAtWork(next) && !isAtWork(user);
export const isAtWork = ({ role, isActive }: { readonly role: Role; readonly isActive: boolean }): boolean =>
  isActive && role !== 'client';

/** Outcome of restoring assignments: the result, or the error. null if it was not requested. */
export type GivenBack = RestoredAssignments | Error | null;

/** Restores assignments if asked to. Never rejects, because the staff change before it has already succeeded. */
export async function giveBack(id: string, isAsked: boolean): Promise<GivenBack> {
  if (!isAsked) return null;
  return restoreAssignments(id).catch((error: unknown) => (error instanceof Error ? error : new Error()));
}

/** The outcome in one or two sentences. */
export const restoredWords = ({ restored, kept }: RestoredAssignments): string =>
  [restored === 0 ? t.noneGiven : t.given(restored), ...(kept === 0 ? [] : [t.kept(kept)])].join(' ');

/** Effect of a staff change on assignments. */
export interface Aftermath {
  /** The number of registrations that the change leaves without an operator. */
  readonly lost: number;
  readonly given: GivenBack;
}

/** Shows the toast of a staff change, with a link to the unassigned registrations and the number restored. */
export function useTellChange(): (done: string, said: string | undefined, after: Aftermath) => void {
  const navigate = useNavigate();
  const href = '/operator?operator=none';
  const link: ToastLink = { label: t.queue, href, follow: () => void navigate(href) };
  return (done, said, { lost, given }) => {
    if (given instanceof Error) {
      // Restoring failed, but the staff change itself has succeeded.
      notify.error(t.giveFailed, `${done}. ${reasonOf(given, t.giveFailedText)}`);
      return;
    }
    const parts = [
      said,
      lost > 0 ? t.left(lost) : undefined,
      given === null ? undefined : restoredWords(given),
    ];
    const description = parts.filter((part) => part !== undefined).join(' ');
    notify.success(done, description === '' ? undefined : description, lost > 0 ? link : undefined);
  };
}
