import { AppError } from '@g2/terms/errors';
import { MAX_HOLDERS, MAX_LENGTH, MAX_OWNERSHIP_TOTAL } from '@g2/terms/limits';
import { ownershipExceededMessage, shareProblem } from '@g2/terms/shares';
import { Problems } from '@g2/terms/text';
import { type Asker, editableBy, type Registration } from './registration.ts';

export type HolderInput = { holderName: string; holderTaxId: string; ownershipPercentage: number };
export type Holder = HolderInput & { id: string; registrationId: string; createdAt: Date };

/** @param kept the holder before, whose tax id may stay. @throws AppError invalid-input with the texts of spec §5 by field */
export function checkHolder(input: HolderInput, kept?: HolderInput): HolderInput {
  const problems = new Problems();
  const holder = {
    holderName: problems.line('holderName', input.holderName, MAX_LENGTH.name, 'Nome é obrigatório'),
    holderTaxId: problems.taxId('holderTaxId', input.holderTaxId, kept?.holderTaxId),
    ownershipPercentage: input.ownershipPercentage,
  };
  problems.add('ownershipPercentage', shareProblem(holder.ownershipPercentage));
  problems.refuse();
  return holder;
}

/** What of a holder is to change: the absent stays. */
export type HolderPatch = { [Field in keyof HolderInput]?: HolderInput[Field] | undefined };

/**
 * A holder is changed in place, while the registration is editable (api-rules R3 and R4). The caller holds the
 * registration's row.
 * @param before null where the registration has no such holder
 * @returns the holder as it will be; `before` itself where nothing of it changes
 * @throws AppError not-found, not-editable, percentage-exceeded, invalid-input
 */
export function editHolder(
  state: Registration | null,
  asker: Asker,
  before: Holder | null,
  patch: HolderPatch,
): Holder {
  const own = editableBy(state, asker);
  if (before === null) throw holderNotFound();
  const after = checkHolder(
    {
      holderName: patch.holderName ?? before.holderName,
      holderTaxId: patch.holderTaxId ?? before.holderTaxId,
      ownershipPercentage: patch.ownershipPercentage ?? before.ownershipPercentage,
    },
    before,
  );
  const isSame = (Object.keys(after) as (keyof HolderInput)[]).every(
    (field) => after[field] === before[field],
  );
  if (isSame) return before;
  checkTotal(own.holdersTotal - before.ownershipPercentage + after.ownershipPercentage);
  return { ...before, ...after };
}

export const holderNotFound = (): AppError =>
  new AppError('not-found', { message: 'Titular não encontrado' });

/**
 * A holder joins, while the registration is editable (api-rules R3 and R4). The caller holds the registration's
 * row, so that nobody else's share comes in between.
 * @param count of the holders it has
 * @throws AppError not-found, not-editable, percentage-exceeded, invalid-input
 */
export function checkRoom(
  state: Registration | null,
  asker: Asker,
  holder: HolderInput,
  count: number,
): void {
  const own = editableBy(state, asker);
  checkTotal(own.holdersTotal + holder.ownershipPercentage);
  if (count >= MAX_HOLDERS) {
    throw new AppError('invalid-input', {
      message: `Um registro pode ter no máximo ${MAX_HOLDERS} titulares.`,
    });
  }
}

function checkTotal(total: number): void {
  if (total <= MAX_OWNERSHIP_TOTAL) return;
  const message = ownershipExceededMessage(total);
  throw new AppError('percentage-exceeded', { message, fields: { ownershipPercentage: message } });
}
