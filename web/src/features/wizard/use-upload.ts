import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { refreshRegistrations, registrationQuery } from '../../lib/registrations.ts';
import { userQuery } from '../../lib/session.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { refusal } from './upload-rules.ts';
import {
  dropUpload,
  keepUploadsOf,
  startUpload,
  subscribeUploads,
  type UploadSession,
  uploadSession,
} from './upload-session.ts';

export interface UploadControl {
  readonly session: UploadSession | null;
  /** Sends the file; null (a drop that brought none) and a file that may not be sent only tell why. */
  readonly start: (file: File | null) => void;
  readonly cancel: () => void;
}

/** The upload of one registration, as this person sees it. */
export function useUpload(userId: string, registrationId: string): UploadControl {
  const client = useQueryClient();
  const session = useSyncExternalStore(subscribeUploads, () => uploadSession(userId, registrationId));
  useEffect(() => watchUser(client), [client]);
  const start = (file: File | null) => {
    const reason = refusal(file);
    if (file === null || reason !== null) {
      if (reason !== null) notify.error(reason.title, reason.text);
      return;
    }
    startUpload(userId, registrationId, file, {
      onStored: async (answer) => {
        client.setQueryData(registrationQuery(registrationId).queryKey, (old) =>
          old ? { ...old, ...answer } : old,
        );
        await refreshRegistrations(client);
        notify.success(texts.done.uploaded, texts.done.uploadedText(answer.sha256.slice(0, 16)));
      },
      onFailed: (failure) => {
        notify.error(texts.errors.upload, failure.text);
        if (failure.stale) void refreshRegistrations(client);
      },
    });
  };
  return { session, start, cancel: () => dropUpload(registrationId) };
}

const watched = new WeakSet<QueryClient>();

/** From the first upload screen on, an ended session or another person's ends the uploads. */
function watchUser(client: QueryClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.getQueryCache().subscribe(() => {
    const user = client.getQueryData(userQuery.queryKey);
    if (user !== undefined) keepUploadsOf(user?.id ?? null);
  });
}
