import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import { messageOf } from '../../../lib/failures.ts';
import {
  type TransitionSubject,
  transitionRefusal,
} from '../../../shared/registration/status-change/consequences.ts';
import type { BulkRow } from './bulk.ts';
import { texts as t } from './texts.ts';

/** Separates registrations that may get a status from those that may not, with the reasons. */
export function partitionByPermission<T extends TransitionSubject>(
  registrations: readonly T[],
  status: RegistrationStatus,
  userId: string | undefined,
): { allowed: T[]; refused: { registration: T; reason: string }[] } {
  const allowed: T[] = [];
  const refused: { registration: T; reason: string }[] = [];
  for (const registration of registrations) {
    const reason = transitionRefusal(registration, status, userId);
    if (reason === null) allowed.push(registration);
    else refused.push({ registration, reason });
  }
  return { allowed, refused };
}

/** The API calls of a bulk status change. Tests pass fakes. */
interface StatusChangeCalls {
  readonly change: (id: string, body: ChangeStatusBody) => Promise<unknown>;
  readonly read: (id: string) => Promise<StaffRegistration>;
}

/**
 * Changes the status of one registration and returns its new row; never rejects. A retry first reads the registration,
 * because another user may have changed it, or the first request may have succeeded without a response.
 */
export async function changeStatusOfRow(
  { registration, state }: BulkRow,
  body: ChangeStatusBody,
  userId: string | undefined,
  { change, read }: StatusChangeCalls,
): Promise<BulkRow> {
  try {
    const current = state === 'failed' ? await read(registration.id) : registration;
    if (current.status === body.status) return { registration: current, state: 'done', failureReason: '' };
    const refusal = transitionRefusal(current, body.status, userId);
    if (refusal !== null) return { registration: current, state: 'failed', failureReason: refusal };
    await change(current.id, { ...body, expectedStatus: current.status });
    return { registration: { ...current, status: body.status }, state: 'done', failureReason: '' };
  } catch (error) {
    return { registration, state: 'failed', failureReason: messageOf(error, t.failedText) };
  }
}
