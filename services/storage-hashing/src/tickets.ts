import { z } from 'zod';

export const uploadTicket = z.object({
  jti: z.string().min(1).max(100),
  registrationId: z.uuid(),
  userId: z.uuid(),
  fileName: z.string().min(1).max(1_000),
});
export type UploadTicket = z.infer<typeof uploadTicket>;

export const downloadTicket = z.object({
  objectKey: z.string().max(100),
  fileName: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The caller deposited the file. */
  isOwner: z.boolean().default(false),
  /** Permitted use, as recorded in the audit trail. */
  use: z.enum(['list', 'file', 'archive']).default('archive'),
});

export type DownloadTicket = z.infer<typeof downloadTicket>;

/** Signed by this service; registration commits the upload with it. */
export type UploadReceipt = UploadTicket & {
  objectKey: string;
  sha256: string;
  sha512: string;
  /** Bytes. */
  size: number;
  entries: number;
};
