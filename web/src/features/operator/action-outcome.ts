import type { HistoryEntry, StaffRegistration } from '@g2/gateway/contract/registrations';
import { actionsAt, type OperatorAction } from '@g2/gateway/contract/statuses';
import type { Draft } from './action-draft.ts';
import { targetOf } from './availability.ts';

/** The expected state of a registration after an action, for the optimistic update. */
export function afterAction(before: StaffRegistration, action: OperatorAction, now: Date): StaffRegistration {
  const status = targetOf(before.status, action);
  if (status === null) return before;
  return {
    ...before,
    status,
    statusUpdatedAt: now.toISOString(),
    allowedActions: actionsAt(status),
  };
}

/** The registration and its history, read after the response to an action was lost. */
export interface Aftermath {
  readonly now: StaffRegistration;
  /** Status changes, oldest first. */
  readonly history: readonly HistoryEntry[];
}

/** An action, with the registration as the user saw it. */
export interface Attempt {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
  readonly draft: Draft;
}

/** True if the record shows that this action was carried out although its response was lost. */
export function wasDone(attempt: Attempt, { now, history }: Aftermath, userId: string | undefined): boolean {
  const { registration: before, action, draft } = attempt;
  const target = targetOf(before.status, action);
  if (target === null) {
    const isNew = now.internalNoteCount > before.internalNoteCount;
    return isNew && now.internalNotes.some(({ text }) => text === draft.notes.trim());
  }
  const last = history.at(-1);
  if (last === undefined || last.changedBy !== userId || now.status !== target) return false;
  const step = last.fromStatus === before.status && last.toStatus === target;
  const isNew = Date.parse(last.createdAt) > Date.parse(before.statusUpdatedAt);
  const sameNotes = (last.notes ?? '') === draft.notes.trim();
  // Without a reason from the user, the server writes its own.
  const reason = draft.reason.trim();
  return step && isNew && sameNotes && (reason === '' || last.reason === reason);
}
