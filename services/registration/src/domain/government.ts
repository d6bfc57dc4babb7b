import type { Act } from '@g2/terms/acts';
import { civilDay } from '@g2/terms/civil-days';
import { AppError } from '@g2/terms/errors';
import {
  GOVERNMENT_STATUSES,
  type GovernmentData,
  type GovernmentField,
  NO_GOVERNMENT_DATA,
} from '@g2/terms/government';
import { isStaffRole } from '@g2/terms/names';
import { STATUS_NAMES } from '@g2/terms/statuses';
import { registrationAct } from './audit-acts.ts';
import { checkGovernment, type GovernmentInput } from './government-check.ts';
import { assertNotClosed, assertStaffMay, type Caller, type Registration } from './registration.ts';

/** The government step of a registration; version 0 before the first write. */
export type GovernmentStep = {
  version: number;
  data: GovernmentData;
  updatedBy: string | null;
  updatedAt: Date | null;
};

export const NO_STEP: GovernmentStep = {
  version: 0,
  data: NO_GOVERNMENT_DATA,
  updatedBy: null,
  updatedAt: null,
};

/** Change of a field, as text. For the field `file`, the name of a document that was added or removed. */
export type FieldChange = { field: GovernmentField | 'file'; before: string | null; after: string | null };

export type StepChange = {
  next: GovernmentStep;
  changes: FieldChange[];
  act: Act;
  by: string;
  at: Date;
};

export const canEditStep = (state: Registration, caller: Caller): boolean =>
  isStaffRole(caller.role) &&
  state.userId !== caller.id &&
  state.closure === null &&
  GOVERNMENT_STATUSES.includes(state.status);

/** Allowed from `reviewing` on. @throws AppError forbidden, not-found, own-registration, case-closed, not-editable */
export function assertCanEditStep(state: Registration | null, caller: Caller): Registration {
  const found = assertStaffMay(state, caller);
  assertNotClosed(found);
  if (canEditStep(found, caller)) return found;
  throw new AppError('not-editable', {
    message: `Os dados da etapa governamental só se escrevem a partir de ${STATUS_NAMES.reviewing}.`,
  });
}

const OUTDATED_MESSAGE =
  'Outra pessoa alterou estes dados enquanto você escrevia. Nada foi gravado: confira o que mudou e salve de novo.';

/**
 * Replaces all data of the government step. Identical data is accepted with any version, so that a call can
 * be retried after a lost response.
 * @returns null if nothing changes @throws AppError invalid-input, conflict, and those of assertCanEditStep
 */
export function editStep(
  state: Registration | null,
  step: GovernmentStep,
  caller: Caller,
  command: { version: number; data: GovernmentInput },
  now: Date,
): StepChange | null {
  const found = assertCanEditStep(state, caller);
  const data = checkGovernment(command.data, civilDay(now));
  const change = stepChange(found, step, caller, data, now);
  if (change && command.version !== step.version)
    throw new AppError('conflict', { message: OUTDATED_MESSAGE });
  return change;
}

/** The completion day needs the status `completed`. @returns null if unchanged @throws AppError invalid-input */
export function completeStep(
  state: Registration,
  step: GovernmentStep,
  asker: Caller,
  completedOn: string,
  now: Date,
): StepChange | null {
  if (state.status !== 'completed') {
    throw new AppError('invalid-input', {
      message: `O dia da conclusão só acompanha ${STATUS_NAMES.completed}.`,
    });
  }
  return stepChange(state, step, asker, checkGovernment({ ...step.data, completedOn }, civilDay(now)), now);
}

function stepChange(
  { id }: Registration,
  { version, data: before }: GovernmentStep,
  asker: Caller,
  data: GovernmentData,
  now: Date,
): StepChange | null {
  const changes = FIELDS.map((field) => ({
    field,
    before: textOf(before[field]),
    after: textOf(data[field]),
  })).filter((change) => change.before !== change.after);
  if (changes.length === 0) return null;
  // The audit act names the fields only, since the values may be personal data.
  const detail = { fields: changes.map(({ field }) => field).join(',') };
  return {
    next: { version: version + 1, data, updatedBy: asker.id, updatedAt: now },
    changes,
    act: registrationAct(id, 'government-edited', asker.id, detail),
    by: asker.id,
    at: now,
  };
}

const FIELDS = Object.keys(NO_GOVERNMENT_DATA) as GovernmentField[];

/** Converts a value to text for the history. Amounts are in cents. */
function textOf(value: GovernmentData[GovernmentField]): string | null {
  if (value === null) return null;
  if (!Array.isArray(value)) return String(value);
  const items = value.map((one) => (typeof one === 'string' ? one : `${one.name} (${one.taxId})`));
  return items.length === 0 ? null : items.join(', ');
}
