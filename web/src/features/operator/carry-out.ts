import type { OperatorActionBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { HttpError, messageOf, NoAnswer } from '../../lib/failures.ts';
import type { IntentKey } from '../../lib/idempotency.ts';
import {
  readStaffHistory,
  STAFF_REGISTRATIONS,
  staffHistoryQuery,
} from '../../shared/registration/staff-api.ts';
import type { Aftermath, Attempt } from './action-outcome.ts';
import { queuedRegistrationQuery } from './api.ts';
import { texts } from './texts.ts';

const t = texts.actions;
/** Timeout for reading the record after a failure, ms; the dialog reopens afterwards. */
const LOOK_MS = 5_000;

/**
 * Carries an action out if the registration is still as the user saw it. Repeated with the same key, it is done once.
 * @param keepalive whether the request outlives the page
 */
export function carryOut(
  { registration, action, draft }: Attempt,
  key: IntentKey,
  keepalive: boolean,
): Promise<StaffRegistration> {
  const { reason, notes, reasonIds } = draft;
  const chosen =
    action === 'request_corrections' && reasonIds.length > 0 ? { reasonIds: [...reasonIds] } : {};
  // A note does not depend on the assigned operator, so it expects none.
  const expectation = action === 'add_notes' ? {} : { expectedOperatorId: registration.assignedOperatorId };
  const body: OperatorActionBody = {
    action,
    reason,
    notes,
    ...chosen,
    ...expectation,
    expectedStatus: registration.status,
  };
  const params = { id: registration.id };
  return key.run(body, (idempotencyKey) =>
    call(operatorRoutes.performOperatorAction, { params, body, idempotencyKey, keepalive }),
  );
}

export const isOffline = (error: Error): boolean => error instanceof NoAnswer;

export function sentenceOf(error: Error): string {
  return isOffline(error) ? t.offline : messageOf(error, t.failedText);
}

/** After no response, a server error or a conflict, the record may have changed. */
const mayHaveChanged = (error: Error): boolean =>
  !(error instanceof HttpError) || error.status === 409 || error.status >= 500;

/**
 * The registration and its history after a failure; null if nothing can have changed or they cannot be read. The
 * screens then keep what they show.
 */
export async function readAfterFailure(
  client: QueryClient,
  error: Error,
  id: string,
): Promise<Aftermath | null> {
  if (!mayHaveChanged(error)) return null;
  const signal = AbortSignal.timeout(LOOK_MS);
  try {
    const [now, history] = await Promise.all([
      call(operatorRoutes.getStaffRegistration, { params: { id }, signal }),
      readStaffHistory(id, signal),
    ]);
    client.setQueryData(queuedRegistrationQuery(id).queryKey, now);
    client.setQueryData(staffHistoryQuery(id).queryKey, history);
    return { now, history };
  } catch {
    return null;
  }
}

/** Refetches every query that shows registrations to staff. */
export function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [root] }) =>
      typeof root === 'string' && (root === STAFF_REGISTRATIONS || root.startsWith('/api/admin/')),
  });
}
