import { AppError } from '@g2/kit/errors';
import { type Asker, editableBy, type Registration } from './registration.ts';
import { MAX_LENGTH, Problems } from './text.ts';

/** Holders of one registration at most; a certificate lists them all. */
export const MAX_HOLDERS = 100;

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
  const share = holder.ownershipPercentage;
  if (share < 0) problems.add('ownershipPercentage', 'Percentual mínimo é 0');
  if (share > 100) problems.add('ownershipPercentage', 'Percentual máximo é 100');
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
  if (total > 100) {
    const message = `A soma dos percentuais seria ${total}%. Máximo permitido: 100%.`;
    throw new AppError('percentage-exceeded', { message, fields: { ownershipPercentage: message } });
  }
  if (count >= MAX_HOLDERS) {
    throw new AppError('invalid-input', {
      message: `Um registro pode ter no máximo ${MAX_HOLDERS} titulares.`,
    });
  }
}
