import type { HistoryEntry, StaffRegistration } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { staffHistoryQuery } from '../../shared/registration/staff-api.ts';
import { SYSTEM } from '../../shared/registration/status-history.tsx';
import { queuedRegistrationQuery } from './api.ts';
import { texts } from './texts.ts';
import type { Asked } from './use-action-flow.ts';

const t = texts.dialog;

/** What became of a registration while its dialog is open. */
export interface ConcurrentChange {
  /** As it is, as far as is known. */
  readonly now: StaffRegistration;
  /** What somebody else made of it, in a sentence; null when its status is what it was. */
  readonly change: string | null;
  /** What confirming would do now, where that is not what it would have done; else null. */
  readonly confirm: string | null;
}

/** Follows a registration that is being asked about. */
export function useConcurrentChange({ registration, action }: Asked): ConcurrentChange {
  const userId = useUser()?.id;
  const { data: now = registration } = useQuery(queuedRegistrationQuery(registration.id));
  const changed = now.status !== registration.status;
  const history = useQuery({ ...staffHistoryQuery(registration.id), enabled: changed }).data ?? [];
  if (!changed) return { now, change: null, confirm: null };
  const last = history.findLast(({ toStatus }) => toStatus === now.status);
  const isMine = last !== undefined && last.changedBy === userId;
  const change =
    last === undefined
      ? t.changed(STATUS_NAMES[now.status])
      : t.changedBy(STATUS_NAMES[now.status], isMine ? t.you : nameIn(last), when(last.createdAt));
  if (action === 'add_notes') return { now, change, confirm: null };
  if (action === 'request_corrections' && last !== undefined && isApproval(last))
    return { now, change, confirm: isMine ? t.undoOwn : t.undo(firstName(nameIn(last))) };
  return { now, change, confirm: t.anyway[action] };
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
