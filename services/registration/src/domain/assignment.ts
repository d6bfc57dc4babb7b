import { AppError } from '@g2/terms/errors';
import { registrationAct } from './audit-acts.ts';
import {
  assertNotClosed,
  type Caller,
  notFound,
  type Registration,
  type RegistrationDecision,
} from './registration.ts';

const assignedToAnother = (): AppError =>
  new AppError('already-assigned', {
    message: 'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
  });

/** Assigns the registration. @param by deciding user @param more further details of the audit entry */
function assignTo(state: Registration, operatorId: string, by: string, more = {}): RegistrationDecision {
  const { assignedOperatorId: before } = state;
  if (before === operatorId) return { next: state, facts: [] };
  const detail = { operatorId, ...(before === null ? {} : { takenFrom: before }), ...more };
  return {
    next: { ...state, assignedOperatorId: operatorId },
    facts: [
      { kind: 'assignment-changed', operatorId, before, by },
      { kind: 'act', act: registrationAct(state.id, 'operator-assigned', by, detail) },
    ],
  };
}

/**
 * @param operatorId active operator or admin
 * @param from expected current operator; null: only an unassigned registration is assigned
 * @throws AppError not-found, case-closed, already-assigned, own-registration (api-rules R1)
 */
export function decideAssignment(
  state: Registration | null,
  operatorId: string,
  by: string,
  from: string | null = null,
): RegistrationDecision {
  if (!state) throw notFound();
  const { assignedOperatorId: currentOperatorId } = state;
  assertNotClosed(state);
  if (currentOperatorId !== null && from === null) throw new AppError('already-assigned');
  if (state.userId === operatorId) throw new AppError('own-registration');
  if (currentOperatorId !== null && currentOperatorId !== operatorId && currentOperatorId !== from)
    throw assignedToAnother();
  return assignTo(state, operatorId, by);
}

/** @param from operator shown; null for none @throws AppError already-assigned if a third operator is now assigned */
export function checkExpectedOperator(
  { assignedOperatorId: currentOperatorId }: Registration,
  caller: Caller,
  from: string | null,
): void {
  if (currentOperatorId !== null && currentOperatorId !== caller.id && currentOperatorId !== from)
    throw assignedToAnother();
}

/** Assigns the caller. @throws AppError not-found, own-registration, case-closed, already-assigned */
export function takeRegistration(
  state: Registration | null,
  caller: Caller,
  from: string | null,
): RegistrationDecision {
  if (!state) throw notFound();
  if (state.userId === caller.id) throw new AppError('own-registration');
  assertNotClosed(state);
  checkExpectedOperator(state, caller, from);
  return assignTo(state, caller.id, caller.id);
}

export const queueEmpty = (): AppError =>
  new AppError('not-found', { message: 'Nenhum registro pago aguarda sem operador.' });

export const notAssigned = (): AppError =>
  new AppError('conflict', { message: 'Este registro não tem operador atribuído.' });

/** @param from expected operator; null: any @throws AppError not-found, conflict if unassigned, already-assigned */
export function decideUnassignment(
  state: Registration | null,
  by: string,
  from: string | null = null,
): RegistrationDecision {
  if (!state) throw notFound();
  const { assignedOperatorId: operatorId } = state;
  if (!operatorId) throw notAssigned();
  if (from !== null && from !== operatorId) throw assignedToAnother();
  return {
    next: { ...state, assignedOperatorId: null },
    facts: [
      { kind: 'assignment-changed', operatorId: null, before: operatorId, by },
      { kind: 'act', act: registrationAct(state.id, 'operator-unassigned', by, { operatorId }) },
    ],
  };
}

/** Error if the account is not active staff, or its assignments are still being released. */
export const restoreRefused = (message: string): AppError => new AppError('conflict', { message });

/** Restores a dropped assignment. @returns null if the registration is assigned, finished, or the operator's own */
export function restoreAssignment(
  state: Registration,
  operatorId: string,
  by: string,
): RegistrationDecision | null {
  const { assignedOperatorId, userId } = state;
  if (assignedOperatorId !== null || userId === operatorId || isDone(state)) return null;
  return assignTo(state, operatorId, by, { restored: 'true' });
}

/** If a colleague is assigned, this operator's dropped assignment is kept for a later restore. */
export const isAssignedToColleague = (state: Registration, operatorId: string): boolean =>
  state.assignedOperatorId !== null && state.assignedOperatorId !== operatorId && !isDone(state);

const isDone = ({ status, closure }: Registration): boolean =>
  status === 'certificate_issued' || closure !== null;
