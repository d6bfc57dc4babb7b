import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { messageOf } from '../../../lib/failures.ts';
import { type TransitionSubject, whyNot } from '../status-change.ts';
import { texts } from '../texts.ts';

const t = texts.status;

/** How many changes are under way at once. */
export const AT_ONCE = 5;

/** How far a row of a bulk update has come. */
export interface BulkRow {
  readonly record: StaffRegistration;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** Why it failed, in a sentence for its row. */
  readonly why: string;
}

/** Which of the records may take a status, and why each of the others may not. */
export function split<T extends TransitionSubject>(
  records: readonly T[],
  to: RegistrationStatus,
  userId: string | undefined,
): { able: T[]; refused: { record: T; why: string }[] } {
  const able: T[] = [];
  const refused: { record: T; why: string }[] = [];
  for (const record of records) {
    const why = whyNot(record, to, userId);
    if (why === null) able.push(record);
    else refused.push({ record, why });
  }
  return { able, refused };
}

/** Does something with each item, at most `limit` at once, in order; `stopped` keeps what has not begun from beginning. */
export async function eachBounded<T>(
  items: readonly T[],
  limit: number,
  act: (item: T) => Promise<void>,
  stopped: () => boolean,
): Promise<void> {
  const queue = items.values();
  const work = async () => {
    for (const item of queue) {
      if (stopped()) return;
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
}

/** The calls of a bulk update; the tests bring their own. */
export interface Calls {
  readonly change: (id: string, body: ChangeStatusBody) => Promise<unknown>;
  readonly look: (id: string) => Promise<StaffRegistration>;
}

/**
 * Moves one record and answers its row; never rejects. A row that is tried again is looked at first: somebody may have
 * moved it since, or the first try may have succeeded without an answer.
 */
export async function moveRow(
  { record, state }: BulkRow,
  body: ChangeStatusBody,
  userId: string | undefined,
  { change, look }: Calls,
): Promise<BulkRow> {
  try {
    const now = state === 'failed' ? await look(record.id) : record;
    if (now.status === body.status) return { record: now, state: 'done', why: '' };
    const why = whyNot(now, body.status, userId);
    if (why !== null) return { record: now, state: 'failed', why };
    await change(now.id, { ...body, expectedStatus: now.status });
    return { record: { ...now, status: body.status }, state: 'done', why: '' };
  } catch (error) {
    return { record, state: 'failed', why: messageOf(error, t.failedText) };
  }
}
