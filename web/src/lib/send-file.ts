import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { pathOf } from './call.ts';
import type { RememberedUpload } from './remembered-uploads.ts';
import { resumableUpload } from './resumable-upload.ts';
import { type UploadEvents, type UploadHandle, uploadFile } from './upload.ts';

/** Size limit for a single request, bytes: the upload of a larger file is likely to be interrupted on a slow line. */
const RESUMABLE_OVER = 20 * 1024 * 1024;

export interface SentFile {
  readonly registrationId: string;
  readonly file: File;
  /** SHA-256 that the browser computes; null when it cannot. */
  readonly sha256: Promise<string | null>;
  /** The unfinished upload to resume; null to start a new one. */
  readonly from: RememberedUpload | null;
}

/** Uploads a registration's file: in one request, or, above 20 MB, as a resumable upload. */
export function sendFile(sent: SentFile, events: UploadEvents): UploadHandle {
  if (sent.file.size > RESUMABLE_OVER) return resumableUpload(sent, events);
  const path = pathOf(fileRoutes.uploadFile, { params: { id: sent.registrationId } });
  return uploadFile(path, sent.file, events.onProgress);
}
