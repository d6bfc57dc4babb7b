import { z } from 'zod';
import { cents, count, pageOf, pageQuery, STAFF_PAGE_SIZE, timestamp } from './common.ts';

export const unpaidFileListQuery = pageQuery(STAFF_PAGE_SIZE);

/**
 * A registration whose file is stored and whose payment is not made. `expiresAt` is null until its owner was told when the
 * file goes; `remindableFrom` while nobody was reminded. `amount` in cents.
 */
const unpaidFile = z
  .object({
    id: z.uuid(),
    title: z.string(),
    userId: z.uuid(),
    applicantName: z.string(),
    fileName: z.string(),
    fileAttachedAt: timestamp.nullable(),
    amount: cents,
    expiresAt: timestamp.nullable(),
    remindedAt: timestamp.nullable(),
    remindableFrom: timestamp.nullable(),
  })
  .meta({ id: 'UnpaidFile' });
export type UnpaidFile = z.infer<typeof unpaidFile>;

/** `totals` is of all, on whatever page one is: how many, and what they would bring in. */
export const unpaidFilePage = pageOf(unpaidFile)
  .extend({ totals: z.object({ count, amount: cents }) })
  .meta({ id: 'UnpaidFilePage' });
export type UnpaidFilePage = z.infer<typeof unpaidFilePage>;

export const reminded = z
  .object({ remindedAt: timestamp, remindableFrom: timestamp })
  .meta({ id: 'Reminded' });
