import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { messageOf } from '../../../lib/failures.ts';
import { type TransitionSubject, whyNot } from '../../../shared/registration/status-change/consequences.ts';
import type { BulkRow } from './bulk.ts';
import { texts as t } from './texts.ts';

/** Splits records into those that may take a status and those that may not, with the reasons. */
export function split<T extends TransitionSubject>(
  records: readonly T[],
  to: RegistrationStatus,
  userId: string | undefined,
): { allowed: T[]; refused: { record: T; why: string }[] } {
  const allowed: T[] = [];
  const refused: { record: T; why: string }[] = [];
  for (const record of records) {
    const why = whyNot(record, to, userId);
    if (why === null) allowed.push(record);
    else refused.push({ record, why });
  }
  return { allowed, refused };
}

/** The API calls of a bulk update; tests pass fakes. */
interface Calls {
  readonly change: (id: string, body: ChangeStatusBody) => Promise<unknown>;
  readonly read: (id: string) => Promise<StaffRegistration>;
}

/**
 * Moves one record and returns its new row; never rejects. A retry reads the record first: another user may have moved
 * it, or the first request may have succeeded without a response.
 */
export async function moveRow(
  { record, state }: BulkRow,
  body: ChangeStatusBody,
  userId: string | undefined,
  { change, read }: Calls,
): Promise<BulkRow> {
  try {
    const now = state === 'failed' ? await read(record.id) : record;
    if (now.status === body.status) return { record: now, state: 'done', why: '' };
    const why = whyNot(now, body.status, userId);
    if (why !== null) return { record: now, state: 'failed', why };
    await change(now.id, { ...body, expectedStatus: now.status });
    return { record: { ...now, status: body.status }, state: 'done', why: '' };
  } catch (error) {
    return { record, state: 'failed', why: messageOf(error, t.failedText) };
  }
}
