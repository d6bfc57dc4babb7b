import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { request } from '../../lib/http.ts';
import {
  forgetUpload,
  type RememberedUpload,
  rememberedUploads,
  subscribeRemembered,
} from '../../lib/remembered-uploads.ts';
import { readUploadState, refusalOfUpload } from '../../lib/upload-state.ts';
import { uploadsInAnyTab } from '../../lib/upload-tab.ts';
import { failureOf, type UploadFailureView } from './upload-failure.ts';

/** Polling interval while the server's answer is about to change, ms. */
const POLL_MS = 2_000;

/** The account's unfinished uploads that this browser remembers, by registration id. */
export function useRemembered(userId: string): Readonly<Record<string, RememberedUpload>> {
  const text = useSyncExternalStore(subscribeRemembered, () => JSON.stringify(rememberedUploads(userId)));
  return useMemo(() => JSON.parse(text), [text]);
}

export type Interrupted = NonNullable<ReturnType<typeof useInterrupted>['interrupted']>;

/** An upload that an earlier page left unfinished; no request is made while this page uploads itself (`busy`). */
export function useInterrupted(userId: string, registrationId: string, busy: boolean) {
  const upload = useRemembered(userId)[registrationId] ?? null;
  // Outcome of an upload that an earlier page started.
  const [failed, setFailed] = useState<{ fileName: string; failure: UploadFailureView } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['interrupted-upload', upload?.url],
    queryFn: async ({ signal }) => ({
      elsewhere: (await uploadsInAnyTab([registrationId])).length > 0,
      state: await readUploadState(registrationId, signal),
    }),
    enabled: upload !== null && !busy,
    gcTime: 0,
    refetchInterval: ({ state: { data: last } }) =>
      last !== undefined && (last.elsewhere || last.state.state === 'checking') && POLL_MS,
    refetchOnReconnect: 'always',
  });
  useEffect(() => {
    if (busy) setFailed(null);
    if (busy || upload === null || data === undefined) return;
    const { state, elsewhere } = data;
    if (elsewhere) return;
    const refusal = refusalOfUpload(upload, state);
    if (refusal === null && (state.state === 'receiving' || state.state === 'checking')) return;
    if (refusal !== null) setFailed({ fileName: upload.fileName, failure: failureOf(refusal) });
    forgetUpload(userId, registrationId, upload.url);
  }, [busy, upload, data, userId, registrationId]);
  if (upload === null || busy) return { interrupted: null, failed };
  const interrupted = {
    upload,
    /** What the server has received; undefined before the first answer. */
    state: data?.state,
    /** Another tab is sending this upload. */
    elsewhere: data?.elsewhere ?? false,
    /** The request to the server failed. */
    unknown: error !== null,
    refetch: () => void refetch(),
    discard: () => {
      request('DELETE', upload.url).catch(() => undefined);
      forgetUpload(userId, registrationId, upload.url);
    },
  };
  return { interrupted, failed };
}
