import { AppError } from '@g2/terms/errors';
import { MAX_HOLDERS, MAX_LENGTH, MAX_OWNERSHIP_TOTAL } from '@g2/terms/limits';
import { ownershipExceededMessage, shareProblem } from '@g2/terms/shares';
import { checkFields } from '@g2/terms/text';
import { type Caller, editableBy, type Registration } from './registration.ts';

export type HolderInput = { holderName: string; holderTaxId: string; ownershipPercentage: number };
export type Holder = HolderInput & { id: string; registrationId: string; createdAt: Date };

/** @param previous the previous holder; its tax id stays valid @throws AppError invalid-input by field (spec §5) */
export const checkHolder = (
  { holderName, holderTaxId, ownershipPercentage }: HolderInput,
  previous?: HolderInput,
): HolderInput =>
  checkFields((errors) => {
    const holder = {
      holderName: errors.line('holderName', holderName, MAX_LENGTH.name, 'Nome é obrigatório'),
      holderTaxId: errors.taxId('holderTaxId', holderTaxId, previous?.holderTaxId),
      ownershipPercentage,
    };
    errors.add('ownershipPercentage', shareProblem(ownershipPercentage));
    return holder;
  });

export type HolderPatch = { [Field in keyof HolderInput]?: HolderInput[Field] | undefined };

/**
 * Edits a holder (api-rules R3 and R4). The caller must hold the registration's row lock.
 * @returns `before` if nothing changes
 * @throws AppError not-found, forbidden, case-closed, not-editable, percentage-exceeded, invalid-input
 */
export function editHolder(
  state: Registration | null,
  caller: Caller,
  before: Holder | null,
  patch: HolderPatch,
): Holder {
  const own = editableBy(state, caller);
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
 * Checks a new holder (api-rules R3 and R4). The caller must hold the registration's row lock, so that no
 * share is added concurrently.
 * @throws AppError not-found, forbidden, case-closed, not-editable, percentage-exceeded, invalid-input
 */
export function checkNewHolder(
  state: Registration | null,
  asker: Caller,
  holder: HolderInput,
  count: number,
): void {
  const own = editableBy(state, asker);
  checkTotal(own.holdersTotal + holder.ownershipPercentage);
  if (count >= MAX_HOLDERS) {
    const message = `Um registro pode ter no máximo ${MAX_HOLDERS} titulares.`;
    throw new AppError('invalid-input', { message });
  }
}

function checkTotal(total: number): void {
  if (total <= MAX_OWNERSHIP_TOTAL) return;
  const message = ownershipExceededMessage(total);
  throw new AppError('percentage-exceeded', { message, fields: { ownershipPercentage: message } });
}
