import { DETAIL_NAMES } from '@g2/terms/details';
import { z } from 'zod';
import { answerWord, timestamp } from './common.ts';

const heldShare = z.object({
  holderName: z.string(),
  holderTaxId: z.string(),
  ownershipPercentage: z.int(),
});

/**
 * What became of a registration's details and holders since corrections were asked for, with what was asked. Of a holder who
 * joined there is no `before`, of one who left no `after`.
 */
export const correctionChanges = z
  .object({
    askedAt: timestamp,
    reason: z.string(),
    details: z.array(
      z.object({
        field: answerWord(DETAIL_NAMES),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
    holders: z.array(z.object({ before: heldShare.nullable(), after: heldShare.nullable() })),
  })
  .meta({ id: 'CorrectionChanges' });
export type CorrectionChanges = z.infer<typeof correctionChanges>;
