import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import type { FormerAssignment, RestoredAssignments } from '@g2/gateway/contract/former-assignments';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { adminAccountCalls } from '@g2/gateway/contract/gen/calls/admin-accounts';
import { REGISTRATION_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/status-terms';
import type { User } from '@g2/gateway/contract/users';
import { Checkbox } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { failedToLoad, reasonOf } from '../../../lib/failures.ts';
import { assignedOperatorName } from '../../../shared/registration/assigned-operator.ts';
import { ALL_REGISTRATIONS, operatorsQuery } from '../../../shared/registration/staff-change.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { queryWithPreviousData, USERS_KEY, useAdminMutation } from '../api.ts';
import { texts } from './texts.ts';
import { lostAssignmentCount } from './user-rules.ts';

const t = texts.assignments;
/** Maximum number of registrations listed in a dialog. */
const LISTED_COUNT = 5;

/** Statuses of unfinished registrations. A user who leaves the staff is unassigned from them. */
const UNFINISHED_STATUSES = REGISTRATION_STATUSES.filter((status) => status !== 'certificate_issued').join(
  ',',
);

const openAssignmentsQuery = (operator: string) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'work of', operator],
    queryFn: ({ signal }) =>
      call(adminCalls.listAllRegistrations, {
        query: { operator, status: UNFINISHED_STATUSES, limit: LISTED_COUNT },
        signal,
      }),
  });

/** The assignments that a user lost on leaving the staff; null if there are none. */
export const droppedAssignmentsQuery = (id: string, page = 1, limit: number = STAFF_PAGE_SIZE) =>
  queryWithPreviousData([ALL_REGISTRATIONS, 'dropped', id, { page, limit }], async (signal) => {
    const dropped = await call(adminAccountCalls.listDroppedAssignments, {
      params: { id },
      query: { page, limit },
      signal,
    });
    return dropped.total === 0 ? null : dropped;
  });

export const restoreAssignments = (id: string): Promise<RestoredAssignments> =>
  call(adminAccountCalls.restoreAssignments, { params: { id } });

type AccountAccess = Pick<User, 'role' | 'isActive'>;

export const isActiveStaff = ({ role, isActive }: AccountAccess): boolean => isActive && role !== 'client';

export const restoredText = ({ restored, kept }: RestoredAssignments): string =>
  [
    restored === 0 ? t.noneRestored : t.restored(restored),
    ...(kept === 0 ? [] : [t.keptByColleagues(kept)]),
  ].join(' ');

interface AccessChange<Input> {
  readonly send: (input: Input) => Promise<unknown>;
  readonly done: string;
  readonly doneText?: (input: Input) => string;
  readonly failed: readonly [title: string, fallback: string];
  /** The optimistic update of the account in the list; null removes the account. */
  readonly patch: (input: Input) => object | null;
}

/**
 * Changes a user's role or access, and then restores the former assignments if the admin chose so. `effects` shows
 * which assignments the change removes, or asks whether to restore the former ones.
 */
export function useAccessChange<Input>(user: User, nextAccess: AccountAccess, change: AccessChange<Input>) {
  const navigate = useNavigate();
  const operators = useQuery(operatorsQuery).data ?? [];
  const lostCount = isActiveStaff(user) ? lostAssignmentCount(user, nextAccess, operators) : 0;
  const isReturning = isActiveStaff(nextAccess) && !isActiveStaff(user);
  const { question, isAccepted } = useRestoreQuestion(user.id, isReturning);
  const mutation = useAdminMutation(
    'users',
    async (input: Input) => {
      await change.send(input);
      // The change has succeeded even if the assignments cannot be restored.
      const restored = isAccepted ? await restoreAssignments(user.id).catch((error: Error) => error) : null;
      return { unassigned: lostCount, restored };
    },
    {
      onSuccess: ({ unassigned, restored }, input) => {
        if (restored instanceof Error) {
          notify.error(t.restoreFailed, `${change.done}. ${reasonOf(restored, t.restoreFailedText)}`);
          return;
        }
        const parts = [
          change.doneText?.(input),
          unassigned > 0 && t.unassignedCount(unassigned),
          restored && restoredText(restored),
        ];
        const href = '/operator?operator=none';
        const link = { label: t.showUnassigned, href, follow: () => void navigate(href) };
        const text = parts.filter(Boolean).join(' ') || undefined;
        notify.success(change.done, text, unassigned > 0 ? link : undefined);
      },
      failed: change.failed,
      optimistic: (input) => ({ root: USERS_KEY, id: user.id, patch: change.patch(input) }),
    },
  );
  const effects = (
    <>
      {lostCount > 0 && <AssignmentLossWarning userId={user.id} lostCount={lostCount} />}
      {question}
    </>
  );
  return { mutation, effects };
}

/** The current operator of a former assignment, as a Portuguese text. */
export const currentOperatorText = (dropped: FormerAssignment): string =>
  dropped.assignedOperatorId === null ? t.unassigned : t.assignedTo(assignedOperatorName(dropped));

/** Asks whether a user who returns to the staff gets the former assignments back, and lists their operators. */
function useRestoreQuestion(
  userId: string,
  isReturning: boolean,
): { question: ReactNode; isAccepted: boolean } {
  const [isRestoreChosen, setIsRestoreChosen] = useState(true);
  const query = useQuery({ ...droppedAssignmentsQuery(userId, 1, LISTED_COUNT), enabled: isReturning });
  if (isReturning && failedToLoad(query))
    return { question: <p className="g2-note">{t.restorableUnknown}</p>, isAccepted: false };
  if (!isReturning || !query.data) return { question: null, isAccepted: false };
  const { items, total, free: restorable } = query.data;
  const keptNote = total > restorable ? t.keptByColleagues(total - restorable) : undefined;
  const question = (
    <div className={dialogClasses.form}>
      <p className={dialogClasses.lead}>{t.restoreQuestion}</p>
      <AssignmentList label={t.title} records={items} total={total} note={currentOperatorText} />
      {restorable === 0 ? (
        <p className="g2-note">{keptNote}</p>
      ) : (
        <Checkbox
          label={t.restore(restorable)}
          description={keptNote}
          checked={isRestoreChosen}
          onChange={(event) => setIsRestoreChosen(event.currentTarget.checked)}
        />
      )}
    </div>
  );
  return { question, isAccepted: isRestoreChosen && restorable > 0 };
}

/** Warns which assignments a user loses on leaving the active staff (api-rules R9). */
function AssignmentLossWarning({ userId, lostCount }: { userId: string; lostCount: number }) {
  const { data } = useQuery(openAssignmentsQuery(userId));
  return (
    <>
      <p className={dialogClasses.warning} role="status">
        {texts.assignmentLoss(lostCount)}
      </p>
      {data !== undefined && data.total > 0 && (
        <AssignmentList label={t.lostTitle} records={data.items} total={data.total} />
      )}
    </>
  );
}

interface AssignmentListProps<Row> {
  readonly label: string;
  readonly records: readonly Row[];
  readonly total: number;
  readonly note?: (record: Row) => string;
}

/** Links to the first registrations, which open in a new tab, and the number of the other registrations. */
function AssignmentList<Row extends { id: string; title: string; status: RegistrationStatus }>(
  props: AssignmentListProps<Row>,
) {
  const { label, records, total, note } = props;
  const unlistedCount = total - records.length;
  return (
    <div className="grid gap-1.5">
      <ul className="g2-rows border border-line rounded-md" aria-label={label}>
        {records.map((record) => (
          <li key={record.id} className="g2-row py-1.5 px-3 text-sm">
            <span className="grid flex-[1_1_110px] justify-items-start min-w-0 wrap-anywhere">
              <Link
                to={`/operator/registrations/${record.id}`}
                target="_blank"
                className="g2-clamp font-semibold text-ink"
              >
                {record.title}
              </Link>
              {note !== undefined && <span className="g2-meta">{note(record)}</span>}
            </span>
            <StatusBadge status={record.status} />
          </li>
        ))}
      </ul>
      {unlistedCount > 0 && <p className="g2-meta">{t.moreCount(unlistedCount)}</p>}
    </div>
  );
}
