import { AppError } from '@g2/terms/errors';
import { MAX_HOLDERS, MAX_LENGTH, MAX_OWNERSHIP_TOTAL } from '@g2/terms/limits';
import { ownershipExceededMessage, shareProblem } from '@g2/terms/shares';
import { Problems } from '@g2/terms/text';
import { type Asker, editableBy, type Registration } from './registration.ts';

export type HolderInput = { holderName: string; holderTaxId: string; ownershipPercentage: number };
export type Holder = HolderInput & { id: string; registrationId: string; createdAt: Date };

/** @throws AppError invalid-input with the texts of spec §5 by field */
export function checkHolder(input: HolderInput): HolderInput {
  const problems = new Problems();
  const holder = {
    holderName: problems.line('holderName', input.holderName, MAX_LENGTH.name, 'Nome é obrigatório'),
    holderTaxId: problems.taxId('holderTaxId', input.holderTaxId),
    ownershipPercentage: input.ownershipPercentage,
  };
  problems.add('ownershipPercentage', shareProblem(holder.ownershipPercentage));
  problems.refuse();
  return holder;
}

/**
 * A holder joins, while the registration is editable (contract rules 3 and 4). The caller holds the registration's
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
  const total = own.holdersTotal + holder.ownershipPercentage;
  if (total > MAX_OWNERSHIP_TOTAL) {
    const message = ownershipExceededMessage(total);
    throw new AppError('percentage-exceeded', { message, fields: { ownershipPercentage: message } });
  }
  if (count >= MAX_HOLDERS) {
    throw new AppError('invalid-input', {
      message: `Um registro pode ter no máximo ${MAX_HOLDERS} titulares.`,
    });
  }
}
