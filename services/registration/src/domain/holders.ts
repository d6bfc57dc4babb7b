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
  const problem = shareProblem(holder.ownershipPercentage);
  if (problem !== null) problems.add('ownershipPercentage', problem);
  problems.refuse();
  return holder;
}

/** Why this is no share, in whole percent from 0 to 100; null when it is one. */
function shareProblem(share: number): string | null {
  if (Number.isNaN(share)) return 'Percentual deve ser um número inteiro de 0 a 100.';
  if (share < 0) return 'Percentual mínimo é 0';
  if (Number.isFinite(share) && !Number.isInteger(share)) {
    return 'Use um número inteiro, sem casas decimais; por exemplo: 33, 33 e 34.';
  }
  return share > 100 ? 'Percentual máximo é 100' : null;
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
