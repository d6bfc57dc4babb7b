import { AppError } from '@g2/terms/errors';
import { actOn } from './acts.ts';
import { type Asker, type Decided, notFound, type Registration } from './registration.ts';

/**
 * @param operatorId of an active operator or admin
 * @param by the admin who assigns
 * @throws AppError not-found, already-assigned, own-registration (contract rule 1: nobody works on their own)
 */
export function assign(state: Registration | null, operatorId: string, by: string): Decided {
  if (!state) throw notFound();
  if (state.assignedOperatorId) throw new AppError('already-assigned');
  if (state.userId === operatorId) throw new AppError('own-registration');
  return {
    next: { ...state, assignedOperatorId: operatorId },
    facts: [
      { kind: 'assignment-changed', operatorId },
      { kind: 'act', act: actOn(state.id, 'operator-assigned', by, { operatorId }) },
    ],
  };
}

/**
 * Somebody of the staff takes a registration for themselves: what nobody works on, or a colleague's, knowing whose it is.
 * One's own already stays as it is.
 * @param from whom the asker saw it with; null for nobody
 * @throws AppError not-found, own-registration, already-assigned when it is somebody's that the asker did not name
 */
export function take(state: Registration | null, asker: Asker, from: string | null): Decided {
  if (!state) throw notFound();
  if (state.userId === asker.id) throw new AppError('own-registration');
  const { assignedOperatorId: before } = state;
  if (before === asker.id) return { next: state, facts: [] };
  if (before !== null && before !== from) {
    throw new AppError('already-assigned', {
      message: 'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
    });
  }
  const detail = { operatorId: asker.id, ...(before === null ? {} : { takenFrom: before }) };
  return {
    next: { ...state, assignedOperatorId: asker.id },
    facts: [
      { kind: 'assignment-changed', operatorId: asker.id },
      { kind: 'act', act: actOn(state.id, 'operator-assigned', asker.id, detail) },
    ],
  };
}

/** Of "Próximo". */
export const nothingWaits = (): AppError =>
  new AppError('not-found', { message: 'Nenhum registro pago aguarda sem operador.' });

export const notAssigned = (): AppError =>
  new AppError('conflict', { message: 'Este registro não tem operador atribuído.' });

/** @throws AppError not-found, conflict when nobody is assigned */
export function unassign(state: Registration | null, by: string): Decided {
  if (!state) throw notFound();
  const { assignedOperatorId: operatorId } = state;
  if (!operatorId) throw notAssigned();
  return {
    next: { ...state, assignedOperatorId: null },
    facts: [
      { kind: 'assignment-changed', operatorId: null },
      { kind: 'act', act: actOn(state.id, 'operator-unassigned', by, { operatorId }) },
    ],
  };
}
