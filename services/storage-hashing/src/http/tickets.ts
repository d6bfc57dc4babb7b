import { z } from 'zod';

/** What registration's upload ticket says: one upload, of one file, to one registration. */
export const uploadTicket = z.object({
  jti: z.string().min(1).max(100),
  registrationId: z.uuid(),
  userId: z.uuid(),
  fileName: z.string().min(1).max(1_000),
});
export type UploadTicket = z.infer<typeof uploadTicket>;

/** What registration's download ticket says. */
export const downloadTicket = z.object({
  objectKey: z.string().max(100),
  fileName: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Whoever it was given to deposited the file. */
  isOwner: z.boolean().default(false),
  /** What it is good for; the trail was told of it by that. */
  use: z.enum(['list', 'file', 'archive']).default('archive'),
});

export type DownloadTicket = z.infer<typeof downloadTicket>;

/** What this service signs for a stored object; registration commits the upload by it. */
export type UploadReceipt = UploadTicket & {
  objectKey: string;
  sha256: string;
  sha512: string;
  /** Bytes. */
  size: number;
  entries: number;
};
