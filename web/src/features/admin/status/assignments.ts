import type { AssignOperatorBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { operatorOf } from '../../../shared/registration/assigned-operator.ts';
import { fullName } from '../../../ui/person-name.tsx';
import type { BulkRow, Effect } from './bulk.ts';
import { texts } from './texts.ts';

const t = texts.assign;

/** A staff member, as the lists name them. */
type Person = NonNullable<StaffRegistration['assignedOperator']>;

/** The chosen operator (null for none), and whether to reassign registrations that already have one. */
export interface Choice {
  readonly to: Person | null;
  /** Whether to reassign registrations that another operator has. */
  readonly takeOver: boolean;
}

/** What would happen to a record, judged by the data on the screen. */
export function effectOf(record: StaffRegistration, { to, takeOver }: Choice): Effect {
  const { assignedOperatorId: holder } = record;
  const kept = (note: string): Effect => ({ note, isSent: false });
  const sent = (note: string): Effect => ({ note, isSent: true });
  if (to === null)
    return holder === null ? kept(t.effects.noneAlready) : sent(t.effects.leaves(operatorOf(record)));
  const name = fullName(to);
  if (record.userId === to.id) return kept(t.effects.own(name));
  if (holder === to.id) return kept(t.effects.already(name));
  if (holder === null) return sent(t.effects.free(name));
  const from = operatorOf(record);
  return takeOver ? sent(t.effects.moves(from, name)) : kept(t.effects.held(from));
}

/** True if another operator has the record, so that `takeOver` matters. */
export const isHeldByAnother = (record: StaffRegistration, to: Person): boolean =>
  ![null, to.id].includes(record.assignedOperatorId) && record.userId !== to.id;

/** The API calls of a bulk assignment; tests pass fakes. */
export interface Calls {
  /** The body names the operator shown on the screen; the server refuses if it has changed. */
  readonly assign: (id: string, body: AssignOperatorBody) => Promise<unknown>;
  readonly unassign: (id: string, from: string) => Promise<unknown>;
  readonly read: (id: string) => Promise<StaffRegistration>;
}

/**
 * Reassigns one record from the operator that its row shows, and returns the new row; never rejects. If the operator
 * has changed, the row fails and shows the new operator; a retry reassigns from that one.
 */
export async function assignRow(
  { record, state }: BulkRow,
  to: Person | null,
  calls: Calls,
): Promise<BulkRow> {
  let shown = record;
  try {
    if (state === 'failed') {
      shown = await calls.read(record.id);
      if (isAssignedTo(shown, to)) return { record: shown, state: 'done', why: '' };
      if (hasNewOperator(record, shown)) return rowOfNewOperator(shown);
    }
    await send(shown, to, calls);
    const after = { ...shown, assignedOperatorId: to?.id ?? null, assignedOperator: to };
    return { record: after, state: 'done', why: '' };
  } catch (error) {
    const isTaken = error instanceof HttpError && error.code === 'already-assigned';
    const now = isTaken ? await calls.read(record.id).catch(() => null) : null;
    if (now !== null && hasNewOperator(shown, now)) return rowOfNewOperator(now);
    return { record: shown, state: 'failed', why: messageOf(error, t.failedRow) };
  }
}

async function send({ id, assignedOperatorId: from }: StaffRegistration, to: Person | null, calls: Calls) {
  if (to !== null) await calls.assign(id, { operatorId: to.id, from });
  else if (from !== null) await calls.unassign(id, from);
}

const isAssignedTo = ({ assignedOperatorId }: StaffRegistration, to: Person | null): boolean =>
  assignedOperatorId === (to?.id ?? null);

const hasNewOperator = (
  before: StaffRegistration,
  { assignedOperatorId: holder }: StaffRegistration,
): boolean => holder !== null && holder !== before.assignedOperatorId;

const rowOfNewOperator = (record: StaffRegistration): BulkRow => ({
  record,
  state: 'failed',
  why: t.nowOf(operatorOf(record)),
});
