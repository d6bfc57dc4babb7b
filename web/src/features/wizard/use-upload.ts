import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isSameFile, rememberedUpload } from '../../lib/remembered-uploads.ts';
import { userQuery } from '../../lib/session.ts';
import { REGISTRATIONS, refreshRegistrations, registrationQuery } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { notSent, refusal } from './upload-failure.ts';
import { startUpload } from './upload-run.ts';
import {
  cancelUpload,
  continueUpload,
  keepUploadsOf,
  noteReading,
  pauseUpload,
  refuseUpload,
  subscribeUploads,
  type UploadSession,
  uploadSession,
} from './upload-session.ts';

export interface UploadControl {
  readonly session: UploadSession | null;
  /**
   * Uploads the file, or resumes its interrupted upload. Without a file (an empty drop) or with an invalid one, shows
   * only an error.
   */
  readonly start: (file: File | null) => void;
  readonly pause: () => void;
  readonly goOn: () => void;
  readonly cancel: () => void;
}

export function useUpload(userId: string, registrationId: string): UploadControl {
  const client = useQueryClient();
  const session = useSyncExternalStore(subscribeUploads, () => uploadSession(userId, registrationId));
  useEffect(() => watch(client), [client]);
  const start = (file: File | null) => {
    const reason = refusal(file);
    if (reason !== null) notify.error(reason.title, reason.text);
    if (file === null) return;
    if (reason !== null) return refuseUpload(userId, registrationId, file, notSent(reason.text));
    const kept = rememberedUpload(userId, registrationId);
    startUpload({
      userId,
      registrationId,
      file,
      from: kept !== null && isSameFile(kept, file) ? kept : null,
      onStored: async (answer) => {
        client.setQueryData(registrationQuery(registrationId).queryKey, (old) =>
          // The inspection results of the previous file do not apply to this one.
          old ? { ...old, ...answer, contents: null, contentsProblem: null } : old,
        );
        await refreshRegistrations(client);
        notify.success(texts.done.uploaded, texts.done.uploadedText(answer.sha256.slice(0, 16)));
      },
      onFailed: (failure) => {
        notify.error(texts.errors.upload, failure.text);
        if (failure.reread) readAgain(client, registrationId);
      },
    });
  };
  const cancel = () => {
    readAgain(client, registrationId);
    cancelUpload(registrationId);
  };
  const pause = () => pauseUpload(registrationId);
  const goOn = () => continueUpload(registrationId);
  return { session, start, pause, goOn, cancel };
}

/** Restarts a read in progress, because it began before the upload ended. */
function readAgain(client: QueryClient, registrationId: string): void {
  void client.cancelQueries({ queryKey: registrationQuery(registrationId).queryKey, exact: true });
  void refreshRegistrations(client);
}

const watched = new WeakSet<QueryClient>();

/**
 * Watches the query cache: another user's sign-in ends the previous user's uploads, and a read of a registration
 * settles its upload.
 */
function watch(client: QueryClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.getQueryCache().subscribe((event) => {
    const user = client.getQueryData(userQuery.queryKey);
    if (user !== undefined) keepUploadsOf(user?.id ?? null);
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const [root, kind, id] = event.query.queryKey as readonly unknown[];
    if (root === REGISTRATIONS && kind === 'one' && typeof id === 'string') noteReading(id);
  });
}
