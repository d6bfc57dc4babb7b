import { z } from 'zod';
import { body, id, MAX_LENGTH, pageOf, parameters, taxIdText, text, timestamp, uuidInput } from './common.ts';

/** The shares of one registration sum to at most this, in percent (contract rule 4). */
export const MAX_OWNERSHIP_TOTAL = 100;
export const OWNERSHIP_EXCEEDED_TITLE = 'Percentual excede 100%';
/** The text that refuses a holder whose share would take the sum to `total` percent (spec §5). */
export const ownershipExceededMessage = (total: number): string =>
  `A soma dos percentuais seria ${total}%. Máximo permitido: 100%.`;

export const holder = z
  .object({
    id,
    registrationId: id,
    holderName: z.string(),
    holderTaxId: z.string(),
    ownershipPercentage: z.int().min(0).max(MAX_OWNERSHIP_TOTAL),
    createdAt: timestamp,
  })
  .meta({ id: 'Holder' });
export type Holder = z.infer<typeof holder>;

export const holderPage = pageOf(holder).meta({ id: 'HolderPage' });
export type HolderPage = z.infer<typeof holderPage>;

/** Spec §5: coerced to a number, and what is not numeric becomes 0. */
const toPercentage = (value: unknown): number => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  return Number.isNaN(number) ? 0 : number;
};

const NOT_INTEGER = 'Percentual deve ser um número inteiro';

export const holderBody = body({
  holderName: text(MAX_LENGTH.name, 'Nome é obrigatório'),
  holderTaxId: taxIdText,
  ownershipPercentage: z.preprocess(
    toPercentage,
    z
      .number({ error: NOT_INTEGER })
      .min(0, 'Percentual mínimo é 0')
      .max(MAX_OWNERSHIP_TOTAL, 'Percentual máximo é 100')
      .int(NOT_INTEGER),
  ),
});
export type HolderBody = { holderName: string; holderTaxId: string; ownershipPercentage: number };

export const holderParams = parameters({ id: uuidInput(), holderId: uuidInput() });
