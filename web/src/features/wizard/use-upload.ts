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
import { failureOf, notSent, refusal } from './upload-failure.ts';
import { rateOf, type Sample, withSample } from './upload-progress.ts';
import {
  cancelUpload,
  drop,
  endedChanges,
  keepUploadsOf,
  newSession,
  put,
  type Run,
  runs,
  sessions,
  settleUpload,
  subscribeUploads,
  type UploadSession,
  uploadSession,
} from './upload-session.ts';

export type UploadControl = ReturnType<typeof useUpload>;

export function useUpload(userId: string, registrationId: string) {
  const client = useQueryClient();
  const session = useSyncExternalStore(subscribeUploads, () => uploadSession(userId, registrationId));
  useEffect(() => watch(client), [client]);
  /** Uploads the file, or resumes its interrupted upload. A missing or invalid file is only reported. */
  const start = (file: File | null) => {
    const reason = refusal(file);
    if (reason !== null) notify.error(reason.title, reason.text);
    if (file === null) return;
    if (reason !== null) {
      drop(registrationId);
      return put(registrationId, {
        ...newSession(userId, file),
        phase: 'failed',
        failure: notSent(reason.text),
      });
    }
    startUpload(client, userId, registrationId, file);
  };
  return {
    session,
    start,
    pause: () => runs.get(registrationId)?.upload.resumable?.hold('paused'),
    /** Resumes after a pause, or retries at once. */
    goOn: () => runs.get(registrationId)?.upload.resumable?.goOn(),
    cancel: () => {
      readAgain(client, registrationId);
      cancelUpload(registrationId);
    },
  };
}

/** Restarts a read in progress. */
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
    if (root === REGISTRATIONS && kind === 'one' && typeof id === 'string') settleUpload(id);
  });
}

const TICK_MS = 1_000;

type Update = (change: Partial<UploadSession>) => void;

/** Uploads a registration's file and hashes it in the browser: in parallel, or first if the upload needs the hash. */
function startUpload(client: QueryClient, userId: string, registrationId: string, file: File): void {
  const remembered = rememberedUpload(userId, registrationId);
  // The unfinished upload of the same file is resumed.
  const from = remembered !== null && isSameFile(remembered, file) ? remembered : null;
  drop(registrationId);
  if (from === null) forgetUpload(userId, registrationId);
  const hash = hashFile(file, (read) => update({ localHash: { read } }));
  // Ignored once a later upload has replaced this one.
  const update: Update = (change) => {
    const now = sessions.get(registrationId);
    if (now !== undefined && runs.get(registrationId) === run) put(registrationId, { ...now, ...change });
  };
  const onKept = (url: string, sha256: string | null) => {
    run.url = url;
    const { name: fileName, size, lastModified } = file;
    rememberUpload(userId, registrationId, { url, fileName, size, lastModified, sha256 });
  };
  const { events, stop } = measure((change) => run.sending && update(change));
  const upload = sendFile(
    { registrationId, file, sha256: hash.done.catch(() => null), from },
    { ...events, onKept },
  );
  const run: Run = { upload, stopHash: hash.stop, sending: true, url: from?.url };
  const resumable = upload.resumable !== null;
  runs.set(registrationId, run);
  put(registrationId, { ...newSession(userId, file), resumable, line: resumable ? 'preparing' : 'moving' });
  hash.done.then(
    (value) => update({ localHash: { hash: value } }),
    () => update({ localHash: 'failed' }),
  );
  upload.done.then(stop, stop);
  if (resumable) holdUploadTab(registrationId, upload.done);
  const forget = () => run.url !== undefined && forgetUpload(userId, registrationId, run.url);
  upload.done
    .then(async (answer) => {
      if (!run.sending) return;
      forget();
      update({ answer });
      client.setQueryData(registrationQuery(registrationId).queryKey, (old) =>
        // The inspection results of the previous file do not apply to this one.
        old ? { ...old, ...answer, contents: null, contentsProblem: null } : old,
      );
      // Spec §7: the registration is read again after an upload, before the screen shows it as stored.
      await refreshRegistrations(client);
      notify.success(texts.done.uploaded, texts.done.uploadedText(answer.sha256.slice(0, 16)));
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
      notify.error(texts.errors.upload, failure.text);
      // Before the session changes: a read in progress began before the upload ended.
      if (failure.reread) readAgain(client, registrationId);
      update(endedChanges(failure));
    });
}

/** Measures the progress and the rate of an upload. */
function measure(update: Update): { events: Omit<UploadEvents, 'onKept'>; stop: () => void } {
  let samples: readonly Sample[] = [];
  const report = () => {
    const sent = samples.at(-1)?.bytes;
    if (sent === undefined) return;
    update({ sent, rate: rateOf(samples, performance.now()) });
  };
  // A stalled connection sends no progress events, so a timer updates the rate.
  const tick = setInterval(report, TICK_MS);
  return {
    events: {
      onProgress: (sent) => {
        samples = withSample(samples, { at: performance.now(), bytes: sent });
        report();
      },
      onLine: (line) => {
        samples = [];
        update({ line, rate: null });
      },
    },
    stop: () => clearInterval(tick),
  };
}
