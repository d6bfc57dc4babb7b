import { DETAIL_NAMES } from '@g2/terms/details';
import { z } from 'zod';
import { openEnum, timestamp } from './common.ts';

const heldShare = z.object({
  holderName: z.string(),
  holderTaxId: z.string(),
  ownershipPercentage: z.int(),
});

/** `before` is null for an added holder, `after` for a removed one. */
export const correctionChanges = z
  .object({
    askedAt: timestamp,
    reason: z.string(),
    details: z.array(
      z.object({
        field: openEnum(DETAIL_NAMES),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
    holders: z.array(z.object({ before: heldShare.nullable(), after: heldShare.nullable() })),
  })
  .meta({ id: 'CorrectionChanges' });
export type CorrectionChanges = z.infer<typeof correctionChanges>;
