import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { request } from '../../lib/http.ts';
import {
  forgetUpload,
  type RememberedUpload,
  rememberedUploads,
  subscribeRemembered,
} from '../../lib/remembered-uploads.ts';
import { readUploadState, refusalOf, type UploadState } from '../../lib/upload-state.ts';
import { sentByATab } from '../../lib/upload-tab.ts';
import { failureOf, type UploadFailureView } from './upload-failure.ts';

/** Polling interval while the server's answer is about to change, ms. */
const LOOK_MS = 2_000;

/** The account's unfinished uploads that this browser remembers, by registration id. */
export function useRemembered(userId: string): Readonly<Record<string, RememberedUpload>> {
  const text = useSyncExternalStore(subscribeRemembered, () => JSON.stringify(rememberedUploads(userId)));
  return useMemo(() => JSON.parse(text), [text]);
}

export interface Interrupted {
  readonly upload: RememberedUpload;
  /** What the server has received; undefined before the first answer. */
  readonly state: UploadState | undefined;
  /** Another tab is sending this upload. */
  readonly elsewhere: boolean;
  /** The request to the server failed. */
  readonly unknown: boolean;
  readonly ask: () => void;
  /** Discards the upload on the server and in this browser. */
  readonly discard: () => void;
}

/** Outcome of an upload that an earlier page started. */
export interface EndedAway {
  readonly fileName: string;
  readonly failure: UploadFailureView;
}

/**
 * An upload of this registration that an earlier page left unfinished, with the server's state of it.
 * @param busy this page is uploading the file itself, so no request is made
 */
export function useInterrupted(
  userId: string,
  registrationId: string,
  busy: boolean,
): { readonly interrupted: Interrupted | null; readonly endedAway: EndedAway | null } {
  const upload = useRemembered(userId)[registrationId] ?? null;
  const [endedAway, setEndedAway] = useState<EndedAway | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['interrupted-upload', upload?.url],
    queryFn: async ({ signal }) => ({
      elsewhere: (await sentByATab([registrationId])).length > 0,
      state: await readUploadState(registrationId, signal),
    }),
    enabled: upload !== null && !busy,
    gcTime: 0,
    refetchInterval: ({ state: { data: last } }) =>
      last !== undefined && (last.elsewhere || last.state.state === 'checking') && LOOK_MS,
    refetchOnReconnect: 'always',
  });
  useEffect(() => {
    if (busy) setEndedAway(null);
    if (busy || upload === null || data === undefined) return;
    const { state, elsewhere } = data;
    if (elsewhere) return;
    const refusal = refusalOf(upload, state);
    if (refusal === null && (state.state === 'receiving' || state.state === 'checking')) return;
    if (refusal !== null) setEndedAway({ fileName: upload.fileName, failure: failureOf(refusal) });
    forgetUpload(userId, registrationId, upload.url);
  }, [busy, upload, data, userId, registrationId]);
  const discard = () => {
    if (upload === null) return;
    request('DELETE', upload.url).catch(() => undefined);
    forgetUpload(userId, registrationId, upload.url);
  };
  const interrupted =
    upload === null || busy
      ? null
      : {
          upload,
          state: data?.state,
          elsewhere: data?.elsewhere ?? false,
          unknown: error !== null,
          ask: () => void refetch(),
          discard,
        };
  return { interrupted, endedAway };
}
