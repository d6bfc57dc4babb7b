import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { request } from '../../lib/http.ts';
import {
  removeSavedUpload,
  type SavedUpload,
  savedUploads,
  subscribeSavedUploads,
} from '../../lib/saved-uploads.ts';
import { readUploadState, resumeRefusal } from '../../lib/upload-state.ts';
import { uploadsInAnyTab } from '../../lib/upload-tab.ts';
import { failureOf, type UploadFailureView } from './upload-failure.ts';

/** Polling interval while another tab sends the file or the server checks it, ms. */
const POLL_MS = 2_000;

/** The account's unfinished uploads that this browser remembers, by registration id. */
export function useSavedUploads(userId: string): Readonly<Record<string, SavedUpload>> {
  const json = useSyncExternalStore(subscribeSavedUploads, () => JSON.stringify(savedUploads(userId)));
  return useMemo(() => JSON.parse(json), [json]);
}

interface EarlierFailure {
  readonly fileName: string;
  readonly failure: UploadFailureView;
}

export type InterruptedUpload = NonNullable<ReturnType<typeof useInterruptedUpload>['interrupted']>;

/** An upload that an earlier page left unfinished. @param isBusy this page is uploading, so nothing is requested */
export function useInterruptedUpload(userId: string, registrationId: string, isBusy: boolean) {
  const upload = useSavedUploads(userId)[registrationId] ?? null;
  // Failure of an upload that an earlier page started.
  const [earlierFailure, setEarlierFailure] = useState<EarlierFailure | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['interrupted-upload', upload?.url],
    queryFn: async ({ signal }) => ({
      isSentInOtherTab: (await uploadsInAnyTab([registrationId])).length > 0,
      state: await readUploadState(registrationId, signal),
    }),
    enabled: upload !== null && !isBusy,
    gcTime: 0,
    refetchInterval: ({ state: { data: previousData } }) =>
      previousData !== undefined &&
      (previousData.isSentInOtherTab || previousData.state.state === 'checking') &&
      POLL_MS,
    refetchOnReconnect: 'always',
  });
  useEffect(() => {
    if (isBusy) setEarlierFailure(null);
    if (isBusy || upload === null || data === undefined) return;
    const { state, isSentInOtherTab } = data;
    if (isSentInOtherTab) return;
    const refusal = resumeRefusal(upload, state);
    if (refusal === null && (state.state === 'receiving' || state.state === 'checking')) return;
    if (refusal !== null) setEarlierFailure({ fileName: upload.fileName, failure: failureOf(refusal) });
    removeSavedUpload(userId, registrationId, upload.url);
  }, [isBusy, upload, data, userId, registrationId]);
  if (upload === null || isBusy) return { interrupted: null, earlierFailure };
  const interrupted = {
    upload,
    /** The server's state of the upload; undefined before the first response. */
    state: data?.state,
    /** Whether another tab is sending the file. */
    isSentInOtherTab: data?.isSentInOtherTab ?? false,
    /** Whether the last request for the state failed. */
    isStateUnavailable: error !== null,
    refetch: () => void refetch(),
    discard: () => {
      request('DELETE', upload.url).catch(() => undefined);
      removeSavedUpload(userId, registrationId, upload.url);
    },
  };
  return { interrupted, earlierFailure };
}
