import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import { pathOf } from './call.ts';
import { type FileToSend, resumableUpload } from './resumable-upload.ts';
import { type UploadEvents, type UploadHandle, uploadFile } from './upload.ts';

/** Larger files are sent as a resumable upload, bytes: on a slow line, a long request is likely to be interrupted. */
const SINGLE_REQUEST_LIMIT = 20 * 1024 * 1024;

/** Uploads a registration's file. */
export function sendFile(sent: FileToSend, events: UploadEvents): UploadHandle {
  if (sent.file.size > SINGLE_REQUEST_LIMIT) return resumableUpload(sent, events);
  const path = pathOf(fileCalls.uploadFile, { params: { id: sent.registrationId } });
  return uploadFile(path, sent.file, events.onProgress);
}
