import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { hashFile } from '../../lib/hash-file.ts';
import { isSameFile, removeSavedUpload, savedUpload, saveUpload } from '../../lib/saved-uploads.ts';
import { sendFile } from '../../lib/send-file.ts';
import { userQuery } from '../../lib/session.ts';
import type { UploadEvents } from '../../lib/upload.ts';
import { holdUploadLock } from '../../lib/upload-tab.ts';
import { REGISTRATIONS, refreshRegistrations, registrationQuery } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { failureOf, fileProblem, unsentFailure } from './upload-failure.ts';
import { rateOf, type Sample, withSample } from './upload-progress.ts';
import {
  cancelUpload,
  changesAtEnd,
  dropUpload,
  keepOnlyUploadsOf,
  newSession,
  setSession,
  settleUpload,
  subscribeUploads,
  type UploadRun,
  type UploadSession,
  uploadRuns,
  uploadSession,
  uploadSessions,
} from './upload-session.ts';

export type UploadControl = ReturnType<typeof useUpload>;

export function useUpload(userId: string, registrationId: string) {
  const client = useQueryClient();
  const session = useSyncExternalStore(subscribeUploads, () => uploadSession(userId, registrationId));
  useEffect(() => watchQueries(client), [client]);
  /** Uploads the file, or resumes its interrupted upload. Only reports a missing or invalid file. */
  const start = (file: File | null) => {
    const problem = fileProblem(file);
    if (problem !== null) notify.error(problem.title, problem.text);
    if (file === null) return;
    if (problem !== null) {
      dropUpload(registrationId);
      return setSession(registrationId, {
        ...newSession(userId, file),
        phase: 'failed',
        failure: unsentFailure(problem.text),
      });
    }
    startUpload(client, userId, registrationId, file);
  };
  return {
    session,
    start,
    pause: () => uploadRuns.get(registrationId)?.upload.resumable?.pause('paused'),
    /** Resumes after a pause, or retries at once. */
    resume: () => uploadRuns.get(registrationId)?.upload.resumable?.resume(),
    cancel: () => {
      restartRead(client, registrationId);
      cancelUpload(registrationId);
    },
  };
}

/** Refetches the registration; a read in progress is cancelled, because its answer may be outdated. */
function restartRead(client: QueryClient, registrationId: string): void {
  void client.cancelQueries({ queryKey: registrationQuery(registrationId).queryKey, exact: true });
  void refreshRegistrations(client);
}

const watchedClients = new WeakSet<QueryClient>();

/** Drops a user's uploads when another user signs in, and settles an upload when its registration was read. */
function watchQueries(client: QueryClient): void {
  if (watchedClients.has(client)) return;
  watchedClients.add(client);
  client.getQueryCache().subscribe((event) => {
    const user = client.getQueryData(userQuery.queryKey);
    if (user !== undefined) keepOnlyUploadsOf(user?.id ?? null);
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const [root, kind, id] = event.query.queryKey as readonly unknown[];
    if (root === REGISTRATIONS && kind === 'one' && typeof id === 'string') settleUpload(id);
  });
}

const RATE_UPDATE_MS = 1_000;

type UpdateSession = (change: Partial<UploadSession>) => void;

/** Uploads the file of a registration and computes its hash in the browser. */
function startUpload(client: QueryClient, userId: string, registrationId: string, file: File): void {
  const saved = savedUpload(userId, registrationId);
  // The unfinished upload of the same file is resumed.
  const resumedUpload = saved !== null && isSameFile(saved, file) ? saved : null;
  dropUpload(registrationId);
  if (resumedUpload === null) removeSavedUpload(userId, registrationId);
  const hash = hashFile(file, (readBytes) => update({ localHash: { readBytes } }));
  // Does nothing once a later upload has replaced this upload.
  const update: UpdateSession = (change) => {
    const current = uploadSessions.get(registrationId);
    if (current === undefined || uploadRuns.get(registrationId) !== run) return;
    setSession(registrationId, { ...current, ...change });
  };
  const onUploadCreated = (url: string, sha256: string | null) => {
    run.url = url;
    const { name: fileName, size, lastModified } = file;
    saveUpload(userId, registrationId, { url, fileName, size, lastModified, sha256 });
  };
  const { events, stop } = measureProgress((change) => run.isSending && update(change));
  const upload = sendFile(
    { registrationId, file, sha256: hash.done.catch(() => null), resumeFrom: resumedUpload },
    { ...events, onUploadCreated },
  );
  const run: UploadRun = { upload, stopHashing: hash.stop, isSending: true, url: resumedUpload?.url };
  const isResumable = upload.resumable !== null;
  uploadRuns.set(registrationId, run);
  const connection = isResumable ? 'preparing' : 'moving';
  setSession(registrationId, { ...newSession(userId, file), isResumable, connection });
  hash.done.then(
    (value) => update({ localHash: { hash: value } }),
    () => update({ localHash: 'failed' }),
  );
  upload.done.then(stop, stop);
  if (isResumable) holdUploadLock(registrationId, upload.done);
  const forgetThisUpload = () => run.url !== undefined && removeSavedUpload(userId, registrationId, run.url);
  upload.done
    .then(async (answer) => {
      if (!run.isSending) return;
      forgetThisUpload();
      update({ answer });
      client.setQueryData(registrationQuery(registrationId).queryKey, (cached) =>
        // The inspection results of the previous file do not apply to this one.
        cached ? { ...cached, ...answer, contents: null, contentsProblem: null } : cached,
      );
      // Spec §7: the registration is read again after an upload, before the screen shows the file as stored.
      await refreshRegistrations(client);
      notify.success(texts.done.uploaded, texts.done.uploadedText(answer.sha256.slice(0, 16)));
      run.isSending = false;
      update({ phase: 'stored' });
    })
    .catch((error: unknown) => {
      if (!run.isSending) return;
      run.isSending = false;
      const failure = failureOf(error);
      // After an unknown outcome the upload is not forgotten, so that the same file can resume it.
      if (!failure.isOutcomeUnknown) forgetThisUpload();
      if (!failure.needsRefetch) run.stopHashing();
      notify.error(texts.errors.uploadTitle, failure.text);
      // A read in progress began before the upload ended, so its answer may be outdated.
      if (failure.needsRefetch) restartRead(client, registrationId);
      update(changesAtEnd(failure));
    });
}

/** Creates the event handlers that report the progress and transfer rate of an upload. */
function measureProgress(update: UpdateSession): {
  events: Omit<UploadEvents, 'onUploadCreated'>;
  stop: () => void;
} {
  let samples: readonly Sample[] = [];
  const report = () => {
    const sentBytes = samples.at(-1)?.bytes;
    if (sentBytes === undefined) return;
    update({ sentBytes, rate: rateOf(samples, performance.now()) });
  };
  // A stalled connection sends no progress events, so a timer updates the rate.
  const timer = setInterval(report, RATE_UPDATE_MS);
  return {
    events: {
      onProgress: (sentBytes) => {
        samples = withSample(samples, { timeMs: performance.now(), bytes: sentBytes });
        report();
      },
      onConnectionChange: (connection) => {
        samples = [];
        update({ connection, rate: null });
      },
    },
    stop: () => clearInterval(timer),
  };
}
