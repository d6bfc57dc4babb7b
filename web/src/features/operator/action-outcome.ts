import type { HistoryEntry, StaffRegistration } from '@g2/gateway/contract/registrations';
import { actionsAt, type OperatorAction } from '@g2/gateway/contract/statuses';
import type { Draft } from './action-draft.ts';
import { targetOf } from './availability.ts';

/** What an action will have made of a registration, as far as the screen can know. */
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

/** What one looks at after an action whose answer never came. */
export interface Aftermath {
  readonly now: StaffRegistration;
  /** Oldest first. */
  readonly history: readonly HistoryEntry[];
}

/** An action on a registration as one saw it. */
export interface Attempt {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
  readonly draft: Draft;
}

/** True when the record shows that this very action was carried out, though its answer got lost. */
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
  // Without a reason the server writes its own.
  const reason = draft.reason.trim();
  return step && isNew && sameNotes && (reason === '' || last.reason === reason);
}
