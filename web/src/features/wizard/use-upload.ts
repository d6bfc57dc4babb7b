import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { hashFile } from '../../lib/hash-file.ts';
import { forgetUpload, isSameFile, rememberedUpload, rememberUpload } from '../../lib/remembered-uploads.ts';
import { sendFile } from '../../lib/send-file.ts';
import { userQuery } from '../../lib/session.ts';
import type { UploadEvents } from '../../lib/upload.ts';
import { holdUploadTab } from '../../lib/upload-tab.ts';
import { REGISTRATIONS, refreshRegistrations, registrationQuery } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { failureOf, notSent, refusal, type UploadFailureView } from './upload-failure.ts';
import { rateOf, type Sample, secondsLeft, withSample } from './upload-progress.ts';
import {
  begun,
  cancelUpload,
  continueUpload,
  drop,
  ended,
  keepUploadsOf,
  noteReading,
  pauseUpload,
  put,
  type Run,
  refuseUpload,
  runs,
  sessions,
  subscribeUploads,
  type UploadSession,
  uploadSession,
} from './upload-session.ts';

export type UploadControl = ReturnType<typeof useUpload>;

export function useUpload(userId: string, registrationId: string) {
  const client = useQueryClient();
  const session = useSyncExternalStore(subscribeUploads, () => uploadSession(userId, registrationId));
  useEffect(() => watch(client), [client]);
  /** Uploads the file, or resumes its interrupted upload. Without a file or with an invalid one, only says so. */
  const start = (file: File | null) => {
    const reason = refusal(file);
    if (reason !== null) notify.error(reason.title, reason.text);
    if (file === null) return;
    if (reason !== null) return refuseUpload(userId, registrationId, file, notSent(reason.text));
    startUpload(userId, registrationId, file, {
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
  return {
    session,
    start,
    pause: () => pauseUpload(registrationId),
    goOn: () => continueUpload(registrationId),
    cancel,
  };
}

/** Restarts a read in progress, because it began before the upload ended. */
function readAgain(client: QueryClient, registrationId: string): void {
  void client.cancelQueries({ queryKey: registrationQuery(registrationId).queryKey, exact: true });
  void refreshRegistrations(client);
}

const watched = new WeakSet<QueryClient>();

/** Another user's sign-in ends the previous user's uploads, and a read of a registration settles its upload. */
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

const TICK_MS = 1_000;

interface Outcome {
  readonly onStored: (answer: UploadAnswer) => Promise<void>;
  /** Called before the session changes to "failed": a read already in progress started before the upload ended. */
  readonly onFailed: (failure: UploadFailureView) => void;
}

type Update = (change: Partial<UploadSession>) => void;

/** Uploads a registration's file and hashes it in the browser: in parallel, or first if the upload needs the hash. */
function startUpload(userId: string, registrationId: string, file: File, outcome: Outcome): void {
  const kept = rememberedUpload(userId, registrationId);
  // The unfinished upload of the same file is resumed.
  const from = kept !== null && isSameFile(kept, file) ? kept : null;
  drop(registrationId);
  if (from === null) forgetUpload(userId, registrationId);
  const hash = hashFile(file, (read) => update({ localHash: { read } }));
  // Ignored once a later upload has replaced this one.
  const update: Update = (change) => {
    const now = sessions.get(registrationId);
    if (now !== undefined && runs.get(registrationId) === run) put(registrationId, { ...now, ...change });
  };
  const onKept = (url: string, sha256: string | null) => {
    run.kept = url;
    const { name: fileName, size, lastModified } = file;
    rememberUpload(userId, registrationId, { url, fileName, size, lastModified, sha256 });
  };
  const { events, stop } = paced(file.size, (change) => run.sending && update(change));
  const upload = sendFile(
    { registrationId, file, sha256: hash.done.catch(() => null), from },
    { ...events, onKept },
  );
  const run: Run = { upload, stopHash: hash.stop, sending: true, kept: from?.url };
  const resumable = upload.resumable !== null;
  runs.set(registrationId, run);
  put(registrationId, { ...begun(userId, file), resumable, line: resumable ? 'preparing' : 'moving' });
  hash.done.then(
    (value) => update({ localHash: { hash: value } }),
    () => update({ localHash: 'failed' }),
  );
  upload.done.then(stop, stop);
  if (resumable) holdUploadTab(registrationId, upload.done);
  finish(run, update, outcome, () => {
    if (run.kept !== undefined) forgetUpload(userId, registrationId, run.kept);
  });
}

function paced(size: number, update: Update): { events: Omit<UploadEvents, 'onKept'>; stop: () => void } {
  let samples: readonly Sample[] = [];
  const tell = () => {
    const sent = samples.at(-1)?.bytes;
    if (sent === undefined) return;
    const rate = rateOf(samples, performance.now());
    update({ sent, rate, secondsLeft: secondsLeft(size - sent, rate) });
  };
  // A stalled connection sends no progress events, so a timer updates the rate.
  const tick = setInterval(tell, TICK_MS);
  return {
    events: {
      onProgress: (sent) => {
        samples = withSample(samples, { at: performance.now(), bytes: sent });
        tell();
      },
      onLine: (line) => {
        samples = [];
        update({ line, rate: null, secondsLeft: null });
      },
    },
    stop: () => clearInterval(tick),
  };
}

function finish(run: Run, update: Update, { onStored, onFailed }: Outcome, forget: () => void): void {
  run.upload.done
    .then(async (answer) => {
      if (!run.sending) return;
      forget();
      update({ answer });
      // Spec §7: the registration is read again after an upload, before the screen shows it as stored.
      await onStored(answer);
      run.sending = false;
      update({ phase: 'stored' });
    })
    .catch((error: unknown) => {
      if (!run.sending) return;
      run.sending = false;
      const failure = failureOf(error);
      // After an unknown outcome the upload stays remembered, so that the same file can resume it.
      if (!failure.unknown) forget();
      if (!failure.reread) run.stopHash();
      onFailed(failure);
      update(ended(failure));
    });
}
