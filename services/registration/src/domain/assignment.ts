import { AppError } from '@g2/terms/errors';
import { type Decided, notFound, type Registration } from './registration.ts';

/**
 * @param operatorId of an active operator or admin
 * @throws AppError not-found, already-assigned, own-registration (contract rule 1: nobody works on their own)
 */
export function assign(state: Registration | null, operatorId: string): Decided {
  if (!state) throw notFound();
  if (state.assignedOperatorId) throw new AppError('already-assigned');
  if (state.userId === operatorId) throw new AppError('own-registration');
  return {
    next: { ...state, assignedOperatorId: operatorId },
    facts: [{ kind: 'assignment-changed', operatorId }],
  };
}

export const notAssigned = (): AppError =>
  new AppError('conflict', { message: 'Este registro não tem operador atribuído.' });

/** @throws AppError not-found, conflict when nobody is assigned */
export function unassign(state: Registration | null): Decided {
  if (!state) throw notFound();
  if (!state.assignedOperatorId) throw notAssigned();
  return {
    next: { ...state, assignedOperatorId: null },
    facts: [{ kind: 'assignment-changed', operatorId: null }],
  };
}
