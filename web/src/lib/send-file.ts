import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { pathOf } from './call.ts';
import type { RememberedUpload } from './remembered-uploads.ts';
import { resumableUpload } from './resumable-upload.ts';
import { type UploadEvents, type UploadHandle, uploadFile } from './upload.ts';

/** Bytes; what is larger takes long enough on a slow line for the line to break. */
const RESUMABLE_OVER = 20 * 1024 * 1024;

export interface SentFile {
  readonly registrationId: string;
  readonly file: File;
  /** The browser's own hash; null when it cannot be had. */
  readonly sha256: Promise<string | null>;
  /** The unfinished upload that this goes on with. */
  readonly from: RememberedUpload | null;
}

/** Sends a registration's file: in one request, or, over 20 MB, so that it can go on after whatever cut it. */
export function sendFile(sent: SentFile, events: UploadEvents): UploadHandle {
  if (sent.file.size > RESUMABLE_OVER) return resumableUpload(sent, events);
  const path = pathOf(fileRoutes.uploadFile, { params: { id: sent.registrationId } });
  return uploadFile(path, sent.file, events.onProgress);
}
