import { MAX_OWNERSHIP_TOTAL } from '@g2/terms/limits';
import { coerceShare, SHARE_PROBLEMS, shareProblem } from '@g2/terms/shares';
import { z } from 'zod';
import { body, id, pageOf, parameters, timestamp, uuidInput } from './common.ts';
import { MAX_LENGTH } from './constants.ts';
import { requiredLine, taxIdText } from './texts.ts';

export { MAX_OWNERSHIP_TOTAL } from '@g2/terms/limits';
export { OWNERSHIP_EXCEEDED_TITLE, ownershipExceededMessage, shareProblem } from '@g2/terms/shares';

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

const shareRefused = {
  error: ({ input }: { input?: unknown }): string => shareProblem(input) ?? SHARE_PROBLEMS.other,
};

export const holderBody = body({
  holderName: requiredLine(MAX_LENGTH.name, 'Nome é obrigatório'),
  holderTaxId: taxIdText,
  ownershipPercentage: z.preprocess(
    coerceShare,
    z.int(shareRefused).min(0, shareRefused).max(MAX_OWNERSHIP_TOTAL, shareRefused),
  ),
});
export type HolderBody = { holderName: string; holderTaxId: string; ownershipPercentage: number };

/** An absent field stays unchanged. */
export const patchHolderBody = holderBody.partial();
export type PatchHolderBody = Partial<HolderBody>;

export const holderParams = parameters({ id: uuidInput(), holderId: uuidInput() });
