import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { FormerAssignment, RestoredAssignments } from '@g2/gateway/contract/former-assignments';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { adminAccountCalls } from '@g2/gateway/contract/gen/calls/admin-accounts';
import { REGISTRATION_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/statuses';
import type { User } from '@g2/gateway/contract/users';
import { Checkbox } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { failedToLoad, reasonOf } from '../../../lib/failures.ts';
import { operatorOf } from '../../../shared/registration/assigned-operator.ts';
import { ALL_REGISTRATIONS, operatorsQuery } from '../../../shared/registration/staff-change.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { steadyQuery, USERS, useAdminMutation } from '../api.ts';
import { texts } from './texts.ts';
import { lostAssignments } from './user-rules.ts';

const t = texts.assignments;
/** Number of registrations listed in a dialog. */
const SHOWN = 5;

/** Statuses of unfinished work, which a user loses on leaving the staff. */
const OPEN = REGISTRATION_STATUSES.filter((status) => status !== 'certificate_issued').join(',');

const workOfQuery = (operator: string) =>
  queryOptions({
    queryKey: [ALL_REGISTRATIONS, 'work of', operator],
    queryFn: ({ signal }) =>
      call(adminCalls.listAllRegistrations, { query: { operator, status: OPEN, limit: SHOWN }, signal }),
  });

/** The assignments that a user lost on leaving the staff; null without any. */
export const droppedQuery = (id: string, page = 1, limit: number = STAFF_PAGE_SIZE) =>
  steadyQuery([ALL_REGISTRATIONS, 'dropped', id, { page, limit }], async (signal) => {
    const found = await call(adminAccountCalls.listDroppedAssignments, {
      params: { id },
      query: { page, limit },
      signal,
    });
    return found.total === 0 ? null : found;
  });

export const restoreAssignments = (id: string): Promise<RestoredAssignments> =>
  call(adminAccountCalls.restoreAssignments, { params: { id } });

type Access = Pick<User, 'role' | 'isActive'>;

export const isActiveStaff = ({ role, isActive }: Access): boolean => isActive && role !== 'client';

export const restoredText = ({ restored, kept }: RestoredAssignments): string =>
  [restored === 0 ? t.noneGiven : t.given(restored), ...(kept === 0 ? [] : [t.kept(kept)])].join(' ');

interface AccessChange<Input> {
  readonly send: (input: Input) => Promise<unknown>;
  readonly done: string;
  readonly doneText?: (input: Input) => string;
  readonly failed: readonly [title: string, fallback: string];
  /** The optimistic change of the account in the list; null removes the account. */
  readonly patch: (input: Input) => object | null;
}

/**
 * Changes a user's role or access to `next`, and then restores the former assignments if the admin chose so. `effects`
 * shows which assignments the change removes, or asks whether to restore the former ones.
 */
export function useAccessChange<Input>(user: User, next: Access, change: AccessChange<Input>) {
  const navigate = useNavigate();
  const lost = lostAssignments(user, next, useQuery(operatorsQuery).data ?? []);
  const { question, isWanted } = useRestoreQuestion(user.id, isActiveStaff(next) && !isActiveStaff(user));
  const mutation = useAdminMutation(
    'users',
    async (input: Input) => {
      await change.send(input);
      // The change has succeeded even if the assignments cannot be restored.
      const restored = isWanted ? await restoreAssignments(user.id).catch((error: Error) => error) : null;
      return { unassigned: lost, restored };
    },
    {
      onSuccess: ({ unassigned, restored }, input) => {
        if (restored instanceof Error) {
          notify.error(t.giveFailed, `${change.done}. ${reasonOf(restored, t.giveFailedText)}`);
          return;
        }
        const parts = [
          change.doneText?.(input),
          unassigned > 0 && t.left(unassigned),
          restored && restoredText(restored),
        ];
        const href = '/operator?operator=none';
        const link = { label: t.queue, href, follow: () => void navigate(href) };
        const text = parts.filter(Boolean).join(' ') || undefined;
        notify.success(change.done, text, unassigned > 0 ? link : undefined);
      },
      failed: change.failed,
      optimistic: (input) => ({ root: USERS, id: user.id, patch: change.patch(input) }),
    },
  );
  const effects = (
    <>
      {lost > 0 && <LossWarning userId={user.id} lost={lost} />}
      {question}
    </>
  );
  return { mutation, effects };
}

/** The current operator of a removed assignment, in Portuguese. */
export const holderOf = (dropped: FormerAssignment): string =>
  dropped.assignedOperatorId === null ? t.free : t.heldBy(operatorOf(dropped));

/** Asks whether a user who returns to the staff gets the former assignments back, and lists who has them now. */
function useRestoreQuestion(userId: string, returns: boolean): { question: ReactNode; isWanted: boolean } {
  const [checked, setChecked] = useState(true);
  const query = useQuery({ ...droppedQuery(userId, 1, SHOWN), enabled: returns });
  if (returns && failedToLoad(query))
    return { question: <p className="g2-note">{t.unknown}</p>, isWanted: false };
  if (!returns || !query.data) return { question: null, isWanted: false };
  const { items, total, free } = query.data;
  const kept = total > free ? t.kept(total - free) : undefined;
  const question = (
    <div className={dialogClasses.form}>
      <p className={dialogClasses.lead}>{t.lead}</p>
      <Assignments label={t.title} records={items} total={total} note={holderOf} />
      {free === 0 ? (
        <p className="g2-note">{kept}</p>
      ) : (
        <Checkbox
          label={t.give(free)}
          description={kept}
          checked={checked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
    </div>
  );
  return { question, isWanted: checked && free > 0 };
}

/** Warns which assignments a user loses when the user is no longer active staff (api-rules R9). */
function LossWarning({ userId, lost }: { userId: string; lost: number }) {
  const { data } = useQuery(workOfQuery(userId));
  return (
    <>
      <p className={dialogClasses.warning} role="status">
        {texts.loss(lost)}
      </p>
      {data !== undefined && data.total > 0 && (
        <Assignments label={t.lost} records={data.items} total={data.total} />
      )}
    </>
  );
}

interface AssignmentsProps<Row> {
  readonly label: string;
  readonly records: readonly Row[];
  readonly total: number;
  readonly note?: (record: Row) => string;
}

/** The first of some registrations, as links that open in a new tab, and the number of further ones. */
function Assignments<Row extends { id: string; title: string; status: RegistrationStatus }>(
  props: AssignmentsProps<Row>,
) {
  const { label, records, total, note } = props;
  const rest = total - records.length;
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
      {rest > 0 && <p className="g2-meta">{t.more(rest)}</p>}
    </div>
  );
}
