import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { HistoryEntry, OperatorActionBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { actionsAt, type OperatorAction } from '@g2/gateway/contract/statuses';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { HttpError, messageOf, NoAnswer } from '../../lib/failures.ts';
import type { IntentKey } from '../../lib/idempotency.ts';
import {
  readStaffHistory,
  STAFF_REGISTRATIONS,
  staffHistoryQuery,
} from '../../shared/registration/staff-api.ts';
import type { Draft } from './action-draft.ts';
import { queuedRegistrationQuery } from './api.ts';
import { targetOf } from './availability.ts';
import { texts } from './texts.ts';

const t = texts.actions;
/** Timeout for reading the record after a failure, ms; the dialog reopens afterwards. */
const READ_MS = 5_000;

/** An action, with the registration as the user saw it. */
export interface Attempt {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
  readonly draft: Draft;
}

/**
 * Carries an action out if the registration is still as the user saw it. Repeated with the same key, it is done once.
 * @param keepalive whether the request outlives the page
 */
export function carryOut(
  { registration, action, draft: { reason, notes, reasonIds } }: Attempt,
  key: IntentKey,
  keepalive: boolean,
): Promise<StaffRegistration> {
  const body: OperatorActionBody = {
    action,
    reason,
    notes,
    ...(action === 'request_corrections' && reasonIds.length > 0 && { reasonIds: [...reasonIds] }),
    // A note does not depend on the assigned operator, so it expects none.
    ...(action !== 'add_notes' && { expectedOperatorId: registration.assignedOperatorId }),
    expectedStatus: registration.status,
  };
  const params = { id: registration.id };
  return key.run(body, (idempotencyKey) =>
    call(operatorCalls.performOperatorAction, { params, body, idempotencyKey, keepalive }),
  );
}

/** The expected state of a registration after an action, for the optimistic update. */
export function afterAction(before: StaffRegistration, action: OperatorAction): StaffRegistration {
  const status = targetOf(before.status, action);
  if (status === null) return before;
  return {
    ...before,
    status,
    statusUpdatedAt: new Date().toISOString(),
    allowedActions: actionsAt(status),
  };
}

export const isOffline = (error: Error): boolean => error instanceof NoAnswer;

export function sentenceOf(error: Error): string {
  return isOffline(error) ? t.offline : messageOf(error, t.failedText);
}

/** The registration and its history, read after the response to an action was lost. */
interface ServerState {
  readonly now: StaffRegistration;
  /** Status changes, oldest first. */
  readonly history: readonly HistoryEntry[];
}

/**
 * The registration and its history after a failure; null if nothing can have changed or they cannot be read. The
 * screens then keep what they show.
 */
export async function readAfterFailure(
  client: QueryClient,
  error: Error,
  id: string,
): Promise<ServerState | null> {
  // Only after no response, a server error or a conflict can the record have changed.
  if (error instanceof HttpError && error.status !== 409 && error.status < 500) return null;
  const signal = AbortSignal.timeout(READ_MS);
  try {
    const [now, history] = await Promise.all([
      call(operatorCalls.getStaffRegistration, { params: { id }, signal }),
      readStaffHistory(id, signal),
    ]);
    client.setQueryData(queuedRegistrationQuery(id).queryKey, now);
    client.setQueryData(staffHistoryQuery(id).queryKey, history);
    return { now, history };
  } catch {
    return null;
  }
}

/** True if the record shows that this action was carried out although its response was lost. */
export function wasCarriedOut(
  attempt: Attempt,
  { now, history }: ServerState,
  userId: string | undefined,
): boolean {
  const { registration: before, action, draft } = attempt;
  const target = targetOf(before.status, action);
  if (target === null) {
    const isNew = now.internalNoteCount > before.internalNoteCount;
    return isNew && now.internalNotes.some(({ text }) => text === draft.notes.trim());
  }
  const last = history.at(-1);
  if (last === undefined || last.changedBy !== userId || now.status !== target) return false;
  const isStep = last.fromStatus === before.status && last.toStatus === target;
  const isNew = Date.parse(last.createdAt) > Date.parse(before.statusUpdatedAt);
  const sameNotes = (last.notes ?? '') === draft.notes.trim();
  // Without a reason from the user, the server writes its own.
  const reason = draft.reason.trim();
  return isStep && isNew && sameNotes && (reason === '' || last.reason === reason);
}

/** Refetches every query that shows registrations to staff. */
export function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [root] }) =>
      typeof root === 'string' && (root === STAFF_REGISTRATIONS || root.startsWith('/api/admin/')),
  });
}
