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

/** So many are shown where one decides. */
export const SHOWN = 5;

/** Work that is not done: what goes from whoever leaves the staff. */
const OPEN = REGISTRATION_STATUSES.filter((status) => status !== 'certificate_issued').join(',');

/** The first of what somebody works on, the newest first. */
export const workOfQuery = (operator: string) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'work of', operator],
    queryFn: ({ signal }) =>
      call(adminRoutes.listAllRegistrations, { query: { operator, status: OPEN, limit: SHOWN }, signal }),
  });

/** What somebody had on leaving the staff; null where there is nothing of it. */
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

/** Whether a change makes somebody staff who was not, or lets them in again. */
export const returnsToStaff = (
  user: Pick<User, 'role' | 'isActive'>,
  next: { readonly role: Role; readonly isActive: boolean },
): boolean => isAtWork(next) && !isAtWork(user);
export const isAtWork = ({ role, isActive }: { readonly role: Role; readonly isActive: boolean }): boolean =>
  isActive && role !== 'client';

/** How giving back ended: what became of it, or why not. Null where it was not asked for. */
export type GivenBack = RestoredAssignments | Error | null;

/** Gives back what is to be; the change before it stands, whatever comes of this. */
export async function giveBack(id: string, isAsked: boolean): Promise<GivenBack> {
  if (!isAsked) return null;
  return restoreAssignments(id).catch((error: unknown) => (error instanceof Error ? error : new Error()));
}

/** What became of it, in a sentence or two. */
export const restoredWords = ({ restored, kept }: RestoredAssignments): string =>
  [restored === 0 ? t.noneGiven : t.given(restored), ...(kept === 0 ? [] : [t.kept(kept)])].join(' ');

/** What a change of the staff leaves behind, or brought back. */
export interface Aftermath {
  /** How many registrations have no operator after it. */
  readonly lost: number;
  readonly given: GivenBack;
}

/** Tells that a change was made, with what it left without an operator and the way there, and with what came back. */
export function useTellChange(): (done: string, said: string | undefined, after: Aftermath) => void {
  const navigate = useNavigate();
  const href = '/operator?operator=none';
  const link: ToastLink = { label: t.queue, href, follow: () => void navigate(href) };
  return (done, said, { lost, given }) => {
    if (given instanceof Error) {
      // The change before it was made all the same.
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
