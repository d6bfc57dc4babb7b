import { AppError } from '@g2/kit/errors';
import { type Decision, notFound, type Registration } from './registration.ts';

/**
 * @param operatorId of an active operator or admin
 * @throws AppError not-found, already-assigned, own-registration (contract rule 1: nobody works on their own)
 */
export function assign(state: Registration | null, operatorId: string): Decision {
  if (!state) throw notFound();
  if (state.assignedOperatorId) throw new AppError('already-assigned');
  if (state.userId === operatorId) throw new AppError('own-registration');
  return {
    next: { ...state, assignedOperatorId: operatorId },
    facts: [{ kind: 'assignment-changed', operatorId }],
  };
}

/**
 * A step by staff takes up what nobody works on: it goes to whoever took it. Notes are no step, and what somebody has
 * stays theirs.
 */
export function takeUp(state: Registration, decision: Decision): Decision {
  const by = decision.step?.by;
  if (!by || state.assignedOperatorId) return decision;
  return {
    ...decision,
    next: { ...decision.next, assignedOperatorId: by },
    facts: [...decision.facts, { kind: 'assignment-changed', operatorId: by }],
  };
}

export const notAssigned = (): AppError =>
  new AppError('conflict', { message: 'Este registro não tem operador atribuído.' });

/** @throws AppError not-found, conflict when nobody is assigned */
export function unassign(state: Registration | null): Decision {
  if (!state) throw notFound();
  if (!state.assignedOperatorId) throw notAssigned();
  return {
    next: { ...state, assignedOperatorId: null },
    facts: [{ kind: 'assignment-changed', operatorId: null }],
  };
}
