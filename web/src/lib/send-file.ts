import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import { pathOf } from './call.ts';
import { type FileToSend, resumableUpload } from './resumable-upload.ts';
import { type UploadEvents, type UploadHandle, uploadFile } from './upload.ts';

/** Larger files are sent as a resumable upload: a long request on a slow connection is likely to be interrupted. */
const SINGLE_REQUEST_LIMIT_BYTES = 20 * 1024 * 1024;

/** Uploads a registration's file. */
export function sendFile(upload: FileToSend, events: UploadEvents): UploadHandle {
  if (upload.file.size > SINGLE_REQUEST_LIMIT_BYTES) return resumableUpload(upload, events);
  const path = pathOf(fileCalls.uploadFile, { params: { id: upload.registrationId } });
  return uploadFile(path, upload.file, events.onProgress);
}
