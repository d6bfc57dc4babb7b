import type { AssignOperatorBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { HttpError, messageOf } from '../../../lib/failures.ts';
import { assignedOperatorName } from '../../../shared/registration/assigned-operator.ts';
import { fullName } from '../../../ui/person-name.tsx';
import type { BulkRow, PlannedEffect } from './bulk.ts';
import { texts } from './texts.ts';

const t = texts.assign;

/** The operator of a registration, as the API returns it. */
type Person = NonNullable<StaffRegistration['assignedOperator']>;

export interface AssignmentChoice {
  /** The chosen operator; null for none. */
  readonly operator: Person | null;
  /** Whether to reassign registrations that another operator has. */
  readonly reassign: boolean;
}

/** The effect of an assignment on a registration, judged by the data on the screen. */
export function effectOf(
  registration: StaffRegistration,
  { operator, reassign }: AssignmentChoice,
): PlannedEffect {
  const { assignedOperatorId: currentId } = registration;
  const skip = (note: string): PlannedEffect => ({ note, isSent: false });
  const send = (note: string): PlannedEffect => ({ note, isSent: true });
  if (operator === null) {
    return currentId === null
      ? skip(t.effects.alreadyUnassigned)
      : send(t.effects.unassigned(assignedOperatorName(registration)));
  }
  const name = fullName(operator);
  if (registration.userId === operator.id) return skip(t.effects.ownRegistration(name));
  if (currentId === operator.id) return skip(t.effects.alreadyAssigned(name));
  if (currentId === null) return send(t.effects.assigned(name));
  const from = assignedOperatorName(registration);
  return reassign ? send(t.effects.reassigned(from, name)) : skip(t.effects.assignedToAnother(from));
}

/** Whether another operator has the registration, so that only `reassign` assigns it. */
export const isAssignedToAnother = (registration: StaffRegistration, operator: Person): boolean =>
  ![null, operator.id].includes(registration.assignedOperatorId) && registration.userId !== operator.id;

/** The API calls of a bulk assignment. Tests pass fakes. */
export interface AssignmentCalls {
  /** The body has the operator on the screen. The server refuses the request if the operator has changed. */
  readonly assign: (id: string, body: AssignOperatorBody) => Promise<unknown>;
  readonly unassign: (id: string, from: string) => Promise<unknown>;
  readonly read: (id: string) => Promise<StaffRegistration>;
}

/**
 * Assigns one registration and returns its new row; never rejects. If another admin has changed the operator meanwhile,
 * the row fails and shows that operator; a retry then reassigns the registration.
 */
export async function assignRow(
  { registration, state }: BulkRow,
  operator: Person | null,
  calls: AssignmentCalls,
): Promise<BulkRow> {
  let current = registration;
  try {
    if (state === 'failed') {
      current = await calls.read(registration.id);
      if (isAssignedTo(current, operator)) return { registration: current, state: 'done', failureReason: '' };
      if (hasNewOperator(registration, current)) return failedRowOfNewOperator(current);
    }
    await sendAssignment(current, operator, calls);
    const changed = { ...current, assignedOperatorId: operator?.id ?? null, assignedOperator: operator };
    return { registration: changed, state: 'done', failureReason: '' };
  } catch (error) {
    const isAlreadyAssigned = error instanceof HttpError && error.code === 'already-assigned';
    const latest = isAlreadyAssigned ? await calls.read(registration.id).catch(() => null) : null;
    if (latest !== null && hasNewOperator(current, latest)) return failedRowOfNewOperator(latest);
    return { registration: current, state: 'failed', failureReason: messageOf(error, t.rowFailedReason) };
  }
}

async function sendAssignment(
  { id, assignedOperatorId: from }: StaffRegistration,
  operator: Person | null,
  calls: AssignmentCalls,
) {
  if (operator !== null) await calls.assign(id, { operatorId: operator.id, from });
  else if (from !== null) await calls.unassign(id, from);
}

const isAssignedTo = ({ assignedOperatorId }: StaffRegistration, operator: Person | null): boolean =>
  assignedOperatorId === (operator?.id ?? null);

const hasNewOperator = (before: StaffRegistration, { assignedOperatorId }: StaffRegistration): boolean =>
  assignedOperatorId !== null && assignedOperatorId !== before.assignedOperatorId;

const failedRowOfNewOperator = (registration: StaffRegistration): BulkRow => ({
  registration,
  state: 'failed',
  failureReason: t.reassignedMeanwhile(assignedOperatorName(registration)),
});
