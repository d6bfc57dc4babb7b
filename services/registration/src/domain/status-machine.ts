import { AppError, invalidField } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import { isStaffRole } from '@g2/terms/names';
import {
  ACTION_TARGETS,
  ACTIONS,
  type Action,
  DEFAULT_CORRECTION_REASON,
  isAction,
  isStatus,
  STATUS_NAMES,
  type Status,
  TRANSITIONS,
} from '@g2/terms/statuses';
import { checkFields } from '@g2/terms/text';
import { checkExpectedOperator } from './assignment.ts';
import { registrationAct } from './audit-acts.ts';
import { correctionsAskedAtAfter } from './corrections.ts';
import { earlierFileAfter } from './earlier-file.ts';
import { checkReasonIds } from './reasons.ts';
import {
  assertNotClosed,
  assertStaffMay,
  type Caller,
  canResubmit,
  ownedBy,
  type Registration,
  type RegistrationDecision,
} from './registration.ts';

export type ChangeInput = {
  reason?: string | undefined;
  notes?: string | undefined;
  expectedStatus?: string | undefined;
};

export type ActionInput = ChangeInput & {
  action: string;
  chosen?: { reasonIds: readonly string[] } | undefined;
  /** Operator on the caller's screen; null for none; undefined skips the check. */
  expectedOperatorId?: string | null | undefined;
};

type Change = { by: string | null; reason: string | null; notes: string | null };

/** The only function that changes a status. Sets the dates and adds the history entry (api-rules R1). */
export function changeTo(
  state: Registration,
  to: Status,
  { by, reason, notes }: Change,
  now: Date,
): RegistrationDecision {
  const why = to === 'submitted' ? (reason ?? DEFAULT_CORRECTION_REASON) : reason;
  const { earlierFile, facts } = earlierFileAfter(state, to);
  const next: Registration = {
    ...state,
    earlierFile,
    status: to,
    statusUpdatedAt: now,
    statusUpdatedBy: by,
    correctionReason: to === 'submitted' ? why : null,
    changedSinceCorrection: false,
    correctionsAskedAt: correctionsAskedAtAfter(state, to, now),
    paymentPaidAt: to === 'paid' ? (state.paymentPaidAt ?? now) : state.paymentPaidAt,
    governmentSubmittedAt: to === 'government_processing' ? now : state.governmentSubmittedAt,
    certificateIssuedAt: to === 'certificate_issued' ? now : state.certificateIssuedAt,
  };
  return {
    next,
    step: { from: state.status, to, by, reason: why, notes, at: now },
    ...(notes && by ? { note: { text: notes, authorId: by, at: now } } : {}),
    facts,
  };
}

/** @throws AppError invalid-input */
const checkTexts = ({ reason, notes }: ChangeInput): Pick<Change, 'reason' | 'notes'> =>
  checkFields((errors) => ({
    reason: errors.optional('reason', reason, MAX_LENGTH.reason),
    notes: errors.optional('notes', notes, MAX_LENGTH.notes),
  }));

const TAKEN_FOR_STAFF =
  'O arquivo deste registro já foi registrado por outra pessoa, e ele não pode ser marcado como pago.';

/** Prevents a double click from advancing the status by two steps. */
function checkExpectedStatus(state: Registration, expected: string | undefined): void {
  if (expected === undefined || expected === state.status) return;
  throw new AppError('conflict', {
    message: `O status deste registro já mudou para ${STATUS_NAMES[state.status]}. Atualize e tente novamente.`,
  });
}

const illegal = (from: Status, to: Status): AppError =>
  new AppError('illegal-transition', {
    message:
      from === to
        ? `O registro já está com o status ${STATUS_NAMES[to]}.`
        : `Não é permitido mudar o status de ${STATUS_NAMES[from]} para ${STATUS_NAMES[to]}.`,
  });

/**
 * An operator's action (spec §4). `add_notes` ignores the expected status and operator. @throws AppError forbidden,
 * not-found, own-registration, invalid-input, case-closed, conflict, already-assigned, illegal-transition
 */
export function applyAction(
  state: Registration | null,
  caller: Caller,
  command: ActionInput,
  now: Date,
): RegistrationDecision {
  const found = assertStaffMay(state, caller);
  const { action } = command;
  if (!isAction(action)) throw invalidField('action', 'Ação inválida');
  const { reason, notes } = checkTexts(command);
  if (action === 'add_notes') {
    const text = [notes, reason].filter(Boolean).join('\n\n');
    if (text === '') throw invalidField('notes', 'Notas são obrigatórias');
    return { next: found, note: { text, authorId: caller.id, at: now }, facts: [] };
  }
  assertNotClosed(found);
  checkExpectedStatus(found, command.expectedStatus);
  if (command.expectedOperatorId !== undefined)
    checkExpectedOperator(found, caller, command.expectedOperatorId);
  const to = ACTION_TARGETS[found.status][action];
  if (!to) {
    throw new AppError('illegal-transition', {
      message: `Esta ação não é permitida com o status ${STATUS_NAMES[found.status]}.`,
    });
  }
  const decision = changeTo(found, to, { by: caller.id, reason, notes }, now);
  const act = registrationAct(found.id, 'status-set', caller.id, { from: found.status, to, action });
  const reasonIds = to === 'submitted' ? checkReasonIds(command.chosen?.reasonIds ?? []) : [];
  return { ...decision, reasonIds, facts: [...decision.facts, { kind: 'act', act }] };
}

/**
 * An admin sets a status (api-rules R1). `paid` records a manual payment, or a resubmission if the
 * registration was paid before.
 * @throws AppError forbidden, not-found, own-registration, invalid-input, case-closed, conflict,
 * illegal-transition, not-payable, file-taken
 */
export function changeStatus(
  state: Registration | null,
  asker: Caller,
  command: ChangeInput & { status: string },
  now: Date,
): RegistrationDecision {
  const found = assertStaffMay(state, asker, asker.role === 'admin');
  const { status: to } = command;
  if (!isStatus(to)) throw invalidField('status', 'Status inválido');
  const { reason, notes } = checkTexts(command);
  assertNotClosed(found);
  checkExpectedStatus(found, command.expectedStatus);
  if (!TRANSITIONS[found.status].includes(to)) throw illegal(found.status, to);
  if (to === 'paid' && !found.file) {
    throw new AppError('not-payable', {
      message: 'Este registro ainda não tem arquivo e não pode ser marcado como pago.',
    });
  }
  if (to === 'paid' && found.fileTaken) throw new AppError('file-taken', { message: TAKEN_FOR_STAFF });
  const decision = changeTo(found, to, { by: asker.id, reason, notes }, now);
  if (to === 'paid' && !found.paymentPaidAt) {
    decision.facts.push({ kind: 'paid', paymentId: null, manual: true, by: asker.id });
  }
  const detail = { from: found.status, to, byHand: 'true' };
  decision.facts.push({ kind: 'act', act: registrationAct(found.id, 'status-set', asker.id, detail) });
  return decision;
}

/** Resubmission is free (api-rules R3). @throws AppError not-found, forbidden, case-closed, illegal-transition */
export function resubmitCorrections(
  state: Registration | null,
  caller: Caller,
  now: Date,
): RegistrationDecision {
  const own = ownedBy(state, caller);
  assertNotClosed(own);
  if (!canResubmit(own)) {
    throw new AppError('illegal-transition', { message: 'Este registro não aguarda correções.' });
  }
  return changeTo(own, 'paid', { by: caller.id, reason: null, notes: null }, now);
}

export function allowedActions(state: Registration, caller: Caller): Action[] {
  if (!isStaffRole(caller.role) || state.userId === caller.id) return [];
  const mayStep = state.closure === null;
  return ACTIONS.filter(
    (action) => action === 'add_notes' || (mayStep && ACTION_TARGETS[state.status][action]),
  );
}

export function allowedTransitions(state: Registration, caller: Caller): Status[] {
  if (caller.role !== 'admin' || state.userId === caller.id || state.closure !== null) return [];
  return TRANSITIONS[state.status].filter((to) => to !== 'paid' || (state.file !== null && !state.fileTaken));
}
