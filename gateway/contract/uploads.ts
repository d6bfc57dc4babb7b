import { isErrorCode } from '@g2/terms/errors';
import { z } from 'zod';
import { count, idParams, parameters } from './common.ts';

/** Supported tus version and extensions (https://tus.io/protocols/resumable-upload). */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,expiration,termination';
/** Media type of a tus PATCH body. */
export const TUS_BODY = 'application/offset+octet-stream';

export const NO_UPLOAD = 'Este envio não existe mais. Comece de novo.';

export const uploadParams = parameters({ ...idParams.shape, uploadId: z.uuid() });

/** Latest upload of a registration; `offset` and `size` in bytes. */
export const uploadState = z
  .object({
    state: z.enum(['none', 'receiving', 'checking', 'stored', 'refused', 'superseded']),
    offset: count,
    size: count.nullable(),
    fileName: z.string().nullable(),
    sha256: z.string().nullable(),
    /** Why the file was refused; null otherwise. */
    problem: z.object({ code: z.string().refine(isErrorCode), message: z.string() }).nullable(),
  })
  .meta({ id: 'UploadState' });
export type UploadState = z.infer<typeof uploadState>;
