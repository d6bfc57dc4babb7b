import type { HistoryEntry, StaffRegistration } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/assigned-operator.ts';
import { staffHistoryQuery } from '../../shared/registration/staff-api.ts';
import { SYSTEM } from '../../shared/registration/status-history.tsx';
import { queuedRegistrationQuery } from './api.ts';
import { texts } from './texts.ts';
import type { Asked } from './use-action-flow.ts';

const t = texts.dialog;

/** How a registration changed while its action dialog is open. */
export interface ConcurrentChange {
  /** The registration as last read. */
  readonly now: StaffRegistration;
  /** The change of status or operator as a sentence; null when neither changed. */
  readonly change: string | null;
  /** The new label of the confirm button when confirming now does something else; else null. */
  readonly confirm: string | null;
  /** A colleague took the registration meanwhile; `change` says so. */
  readonly isTaken: boolean;
}

export function useConcurrentChange({ registration, action }: Asked): ConcurrentChange {
  const userId = useUser()?.id;
  const { data: now = registration } = useQuery(queuedRegistrationQuery(registration.id));
  const moved = now.status !== registration.status;
  const history = useQuery({ ...staffHistoryQuery(registration.id), enabled: moved }).data ?? [];
  const last = moved ? history.findLast(({ toStatus }) => toStatus === now.status) : undefined;
  const isMine = last !== undefined && last.changedBy === userId;
  const move = moved ? moveOf(now, last, isMine) : null;
  if (action === 'add_notes') return { now, change: move, confirm: null, isTaken: false };
  const isTaken = now.allowedActions.includes(action) && becameAnothers(registration, now, userId);
  const said = [move, isTaken ? t.nowOfAnother(operatorOf(now)) : null].filter((part) => part !== null);
  if (said.length === 0) return { now, change: null, confirm: null, isTaken };
  const undoes = action === 'request_corrections' && last !== undefined && isApproval(last);
  const undo = undoes ? (isMine ? t.undoOwn : t.undo(firstName(nameIn(last)))) : null;
  return { now, change: said.join(' '), confirm: undo ?? t.anyway[action], isTaken };
}

const moveOf = (now: StaffRegistration, last: HistoryEntry | undefined, isMine: boolean): string =>
  last === undefined
    ? t.changed(STATUS_NAMES[now.status])
    : t.changedBy(STATUS_NAMES[now.status], isMine ? t.you : nameIn(last), when(last.createdAt));

function becameAnothers(
  { assignedOperatorId: before }: StaffRegistration,
  { assignedOperatorId: holder }: StaffRegistration,
  userId: string | undefined,
): boolean {
  return holder !== null && holder !== before && holder !== userId;
}

const nameIn = ({ changedByName }: HistoryEntry): string => changedByName ?? SYSTEM;
const firstName = (name: string): string => name.split(' ')[0] ?? name;
const isApproval = ({ fromStatus, toStatus }: HistoryEntry): boolean =>
  fromStatus === 'reviewing' && toStatus === 'government_processing';

/** 'às 10:42' for today; with the date for another day. */
function when(iso: string): string {
  const [day = '', time = ''] = formatDateTime(iso).split(' ');
  return day === formatDate(new Date().toISOString()) ? t.today(time) : t.onDay(day, time);
}
