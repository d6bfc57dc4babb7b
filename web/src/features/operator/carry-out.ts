import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { HistoryEntry, OperatorActionBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { actionsAt, type OperatorAction } from '@g2/gateway/contract/status-terms';
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
import { targetStatus } from './availability.ts';
import { texts } from './texts.ts';

const t = texts.actions;
/** Timeout for reading the registration after a failed action, ms. The dialog reopens only afterwards. */
const READ_TIMEOUT_MS = 5_000;

/** An operator's action with its texts, and the registration as the user saw it. */
export interface Attempt {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
  readonly draft: Draft;
}

/**
 * Sends an action to the server, which refuses it if the registration is not as the user saw it. Retries with the same
 * key carry it out only once.
 * @param keepalive whether the request continues after the page is closed
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
    // A note is allowed regardless of the assigned operator.
    ...(action !== 'add_notes' && { expectedOperatorId: registration.assignedOperatorId }),
    expectedStatus: registration.status,
  };
  const params = { id: registration.id };
  return key.run(body, (idempotencyKey) =>
    call(operatorCalls.performOperatorAction, { params, body, idempotencyKey, keepalive }),
  );
}

/** The registration as it will be after an action; the screens show it before the server responds. */
export function registrationAfterAction(
  original: StaffRegistration,
  action: OperatorAction,
): StaffRegistration {
  const status = targetStatus(original.status, action);
  if (status === null) return original;
  return {
    ...original,
    status,
    statusUpdatedAt: new Date().toISOString(),
    allowedActions: actionsAt(status),
  };
}

export const isOffline = (error: Error): boolean => error instanceof NoAnswer;

export function failureMessage(error: Error): string {
  return isOffline(error) ? t.offline : messageOf(error, t.failedText);
}

/** The registration and its history, read after a failed action. */
interface ServerState {
  readonly registration: StaffRegistration;
  /** Status changes, oldest first. */
  readonly history: readonly HistoryEntry[];
}

/**
 * Reads the registration and its history after a failed action. Returns null if the server cannot have carried the
 * action out, or if the reading fails; the screens are then unchanged.
 */
export async function readAfterFailure(
  client: QueryClient,
  error: Error,
  id: string,
): Promise<ServerState | null> {
  // The registration can have changed only if there was no response, a server error or a conflict.
  if (error instanceof HttpError && error.status !== 409 && error.status < 500) return null;
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  try {
    const [registration, history] = await Promise.all([
      call(operatorCalls.getStaffRegistration, { params: { id }, signal }),
      readStaffHistory(id, signal),
    ]);
    client.setQueryData(queuedRegistrationQuery(id).queryKey, registration);
    client.setQueryData(staffHistoryQuery(id).queryKey, history);
    return { registration, history };
  } catch {
    return null;
  }
}

/** Whether the server carried the action out, although its response was lost. */
export function wasCarriedOut(
  attempt: Attempt,
  { registration, history }: ServerState,
  userId: string | undefined,
): boolean {
  const { registration: original, action, draft } = attempt;
  const expectedStatus = targetStatus(original.status, action);
  if (expectedStatus === null) {
    const isNewer = registration.internalNoteCount > original.internalNoteCount;
    return isNewer && registration.internalNotes.some(({ text }) => text === draft.notes.trim());
  }
  const lastChange = history.at(-1);
  if (lastChange === undefined || lastChange.changedBy !== userId) return false;
  if (registration.status !== expectedStatus) return false;
  const { fromStatus, toStatus } = lastChange;
  const isExpectedChange = fromStatus === original.status && toStatus === expectedStatus;
  const isNewer = Date.parse(lastChange.createdAt) > Date.parse(original.statusUpdatedAt);
  const hasSameNotes = (lastChange.notes ?? '') === draft.notes.trim();
  // If the user gave no reason, the server stores a default one.
  const reason = draft.reason.trim();
  return isExpectedChange && isNewer && hasSameNotes && (reason === '' || lastChange.reason === reason);
}

/** Refetches every query that shows registrations to staff. */
export function refreshStaffQueries(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [root] }) =>
      typeof root === 'string' && (root === STAFF_REGISTRATIONS || root.startsWith('/api/admin/')),
  });
}
