import { AppError } from '@g2/terms/errors';
import { actOn } from './acts.ts';
import { refuseClosed } from './closure.ts';
import { type Asker, type Decided, notFound, type Registration } from './registration.ts';

const anothersNow = (): AppError =>
  new AppError('already-assigned', {
    message: 'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
  });

/** It is somebody's from now on. @param by who decides it @param more what else the trail is to say of it */
function handOver(state: Registration, operatorId: string, by: string, more = {}): Decided {
  const { assignedOperatorId: before } = state;
  if (before === operatorId) return { next: state, facts: [] };
  const detail = { operatorId, ...(before === null ? {} : { takenFrom: before }), ...more };
  return {
    next: { ...state, assignedOperatorId: operatorId },
    facts: [
      { kind: 'assignment-changed', operatorId, before, by },
      { kind: 'act', act: actOn(state.id, 'operator-assigned', by, detail) },
    ],
  };
}

/**
 * @param operatorId of an active operator or admin
 * @param by the admin who assigns
 * @param from whom the admin takes it from, knowing whose it is; null: only what is nobody's is assigned
 * @throws AppError not-found, already-assigned, own-registration (api-rules R1: nobody works on their own)
 */
export function assign(
  state: Registration | null,
  operatorId: string,
  by: string,
  from: string | null = null,
): Decided {
  if (!state) throw notFound();
  const { assignedOperatorId: holder } = state;
  refuseClosed(state);
  if (holder !== null && from === null) throw new AppError('already-assigned');
  if (state.userId === operatorId) throw new AppError('own-registration');
  if (holder !== null && holder !== operatorId && holder !== from) throw anothersNow();
  return handOver(state, operatorId, by);
}

/**
 * What is done with a colleague's registration is done knowing whose it is. What is nobody's by now, or the asker's own,
 * may be worked on.
 * @param from whom the asker saw it with; null for nobody
 * @throws AppError already-assigned when it is somebody's that the asker did not name
 */
export function heldAsSeen(
  { assignedOperatorId: holder }: Registration,
  asker: Asker,
  from: string | null,
): void {
  if (holder !== null && holder !== asker.id && holder !== from) throw anothersNow();
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
  refuseClosed(state);
  heldAsSeen(state, asker, from);
  return handOver(state, asker.id, asker.id);
}

/** Of "Próximo". */
export const nothingWaits = (): AppError =>
  new AppError('not-found', { message: 'Nenhum registro pago aguarda sem operador.' });

export const notAssigned = (): AppError =>
  new AppError('conflict', { message: 'Este registro não tem operador atribuído.' });

/**
 * @param from whose it has to be; null: whoever's it is
 * @throws AppError not-found, conflict when nobody is assigned, already-assigned when it is another's than named
 */
export function unassign(state: Registration | null, by: string, from: string | null = null): Decided {
  if (!state) throw notFound();
  const { assignedOperatorId: operatorId } = state;
  if (!operatorId) throw notAssigned();
  if (from !== null && from !== operatorId) throw anothersNow();
  return {
    next: { ...state, assignedOperatorId: null },
    facts: [
      { kind: 'assignment-changed', operatorId: null, before: operatorId, by },
      { kind: 'act', act: actOn(state.id, 'operator-unassigned', by, { operatorId }) },
    ],
  };
}

/** Somebody who is not active staff, or still losing what they had. */
export const notToBeGivenBack = (message: string): AppError => new AppError('conflict', { message });

/**
 * What was taken from somebody who was staff no longer is theirs again.
 * @returns null where somebody works on it by now, or nothing is left to do
 */
export function giveBack(state: Registration, operatorId: string, by: string): Decided | null {
  const { assignedOperatorId, userId } = state;
  if (assignedOperatorId !== null || userId === operatorId || isDone(state)) return null;
  return handOver(state, operatorId, by, { restored: 'true' });
}

/** Whether a colleague works on what was somebody's once, who might get it back after that. */
export const isKept = (state: Registration, operatorId: string): boolean =>
  state.assignedOperatorId !== null && state.assignedOperatorId !== operatorId && !isDone(state);

const isDone = ({ status, closure }: Registration): boolean =>
  status === 'certificate_issued' || closure !== null;
