import type { HistoryEntry, StaffRegistration } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { staffHistoryQuery } from '../../shared/registration/staff-api.ts';
import { SYSTEM } from '../../shared/registration/status-history.tsx';
import { operatorOf } from '../../shared/registration/whose.ts';
import { queuedRegistrationQuery } from './api.ts';
import { texts } from './texts.ts';
import type { Asked } from './use-action-flow.ts';

const t = texts.dialog;

/** What became of a registration while its dialog is open. */
export interface ConcurrentChange {
  /** As it is, as far as is known. */
  readonly now: StaffRegistration;
  /** What somebody else made of it, in a sentence; null where it is what it was, and nobody else's than it was. */
  readonly change: string | null;
  /** What confirming would do now, where that is not what it would have done; else null. */
  readonly confirm: string | null;
  /** It became a colleague's meanwhile, as `change` says. */
  readonly isTaken: boolean;
}

/** Follows a registration that is being asked about. */
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

/** 'às 10:42' today, with its date on another day. */
function when(iso: string): string {
  const [day = '', time = ''] = formatDateTime(iso).split(' ');
  return day === formatDate(new Date().toISOString()) ? t.today(time) : t.onDay(day, time);
}
