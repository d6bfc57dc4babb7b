import { z } from 'zod';
import { cents, count, pageOf, pageQuery, timestamp } from './common.ts';
import { STAFF_PAGE_SIZE } from './constants.ts';

export const unpaidFileListQuery = pageQuery(STAFF_PAGE_SIZE);

/**
 * `amount` in cents. `expiresAt`: expiry of the file, null until the owner was notified. `remindableFrom`:
 * null until the first reminder.
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

/** `totals`: number of files and expected amount in cents, over all pages. */
export const unpaidFilePage = pageOf(unpaidFile)
  .extend({ totals: z.object({ count, amount: cents }) })
  .meta({ id: 'UnpaidFilePage' });
export type UnpaidFilePage = z.infer<typeof unpaidFilePage>;

export const reminded = z
  .object({ remindedAt: timestamp, remindableFrom: timestamp })
  .meta({ id: 'Reminded' });
