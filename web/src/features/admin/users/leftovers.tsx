import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { FormerAssignment, RestoredAssignments } from '@g2/gateway/contract/former-assignments';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { adminAccountCalls } from '@g2/gateway/contract/gen/calls/admin-accounts';
import { REGISTRATION_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/statuses';
import type { Role, User } from '@g2/gateway/contract/users';
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
import { notify, type ToastLink } from '../../../ui/toast-store.ts';
import { steadyQuery } from '../api.ts';
import { texts } from './texts.ts';
import { lostAssignments } from './user-rules.ts';
import classes from './users.module.css';

const t = texts.leftovers;
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

type Standing = Pick<User, 'role' | 'isActive'>;

export const isAtWork = ({ role, isActive }: Standing): boolean => isActive && role !== 'client';

/** Whether a change makes a user active staff who was not before. */
export const returnsToStaff = (user: Standing, next: Standing): boolean => isAtWork(next) && !isAtWork(user);

/** Outcome of restoring assignments: the result, or the error. null if it was not requested. */
type GivenBack = RestoredAssignments | Error | null;

/** Restores assignments if asked to. Never rejects, because the staff change before it has already succeeded. */
export async function giveBack(id: string, isAsked: boolean): Promise<GivenBack> {
  if (!isAsked) return null;
  return restoreAssignments(id).catch((error: unknown) => (error instanceof Error ? error : new Error()));
}

export const restoredWords = ({ restored, kept }: RestoredAssignments): string =>
  [restored === 0 ? t.noneGiven : t.given(restored), ...(kept === 0 ? [] : [t.kept(kept)])].join(' ');

interface Aftermath {
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

/** The current operator of a removed assignment, in Portuguese. */
export const holderOf = (dropped: FormerAssignment): string =>
  dropped.assignedOperatorId === null ? t.free : t.heldBy(operatorOf(dropped));

/**
 * The question whether a returning staff member gets the former assignments back, and the answer. It lists what was
 * lost on leaving the staff and who has it now.
 */
export function useGiveBack(
  user: Pick<User, 'id'>,
  returns: boolean,
): { choice: ReactNode; isGiven: boolean } {
  const [chosen, setChosen] = useState(true);
  const query = useQuery({ ...droppedQuery(user.id, 1, SHOWN), enabled: returns });
  if (returns && failedToLoad(query))
    return { choice: <p className="g2-note">{t.unknown}</p>, isGiven: false };
  if (!returns || !query.data) return { choice: null, isGiven: false };
  const { items, total, free } = query.data;
  const kept = total > free ? t.kept(total - free) : undefined;
  const choice = (
    <div className={dialogClasses.form}>
      <p className={dialogClasses.lead}>{t.lead}</p>
      <LeftRecords label={t.title} records={items} total={total} note={holderOf} />
      {free === 0 ? (
        <p className="g2-note">{kept}</p>
      ) : (
        <Checkbox
          label={t.give(free)}
          description={kept}
          checked={chosen}
          onChange={(event) => setChosen(event.currentTarget.checked)}
        />
      )}
    </div>
  );
  return { choice, isGiven: chosen && free > 0 };
}

/** Effect of a role change on a user's assignments: how many are lost, or whether former ones are restored. */
export function useRoleConsequences(user: User, role: Role) {
  const next = { role, isActive: user.isActive };
  const lost = lostAssignments(user, next, useQuery(operatorsQuery).data ?? []);
  return { ...useGiveBack(user, returnsToStaff(user, next)), lost };
}

/** Warns which assignments a user loses when the user is no longer active staff (api-rules R9). */
export function LossWarning({ user, next }: { user: User; next: Standing }) {
  const lost = lostAssignments(user, next, useQuery(operatorsQuery).data ?? []);
  const work = useQuery({ ...workOfQuery(user.id), enabled: lost > 0 }).data;
  if (lost === 0) return null;
  return (
    <>
      <p className={dialogClasses.warning} role="status">
        {texts.loss(lost)}
      </p>
      {work !== undefined && work.total > 0 && (
        <LeftRecords label={t.lost} records={work.items} total={work.total} />
      )}
    </>
  );
}

interface LeftRecord {
  readonly id: string;
  readonly title: string;
  readonly status: RegistrationStatus;
}

interface LeftRecordsProps<Record extends LeftRecord> {
  readonly label: string;
  readonly records: readonly Record[];
  readonly total: number;
  readonly note?: (record: Record) => string;
}

/** The first of some registrations, as links that open in a new tab, and the number of further ones. */
function LeftRecords<Record extends LeftRecord>(props: LeftRecordsProps<Record>) {
  const { label, records, total, note } = props;
  const rest = total - records.length;
  return (
    <div className={classes.left}>
      <ul className={classes.leftRows} aria-label={label}>
        {records.map((record) => (
          <li key={record.id} className={classes.leftRow}>
            <span className={classes.leftText}>
              <Link to={`/operator/registrations/${record.id}`} target="_blank" className={classes.leftTitle}>
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
