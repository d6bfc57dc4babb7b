import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { setRunningUploads } from '../../lib/running-uploads.ts';
import { removeSavedUpload } from '../../lib/saved-uploads.ts';
import type { UploadConnection, UploadHandle } from '../../lib/upload.ts';
import { SESSION_ENDED, type UploadFailureView } from './upload-failure.ts';

/** State of the browser's hash: bytes read so far, `failed`, or the computed hash. */
export type LocalHash = { readonly readBytes: number } | 'failed' | { readonly hash: string };

/**
 * `verifying`: the upload ended with an unknown outcome, and the registration is being read to see whether the server
 * stored the file. `cancelled` and `failed` follow that read; `failed` also follows a definite refusal.
 */
export type UploadPhase = 'sending' | 'verifying' | 'stored' | 'cancelled' | 'failed';

/** State of an upload that this page started. The upload continues while the user visits other screens. */
export interface UploadSession {
  readonly userId: string;
  readonly file: File;
  readonly phase: UploadPhase;
  /** After all bytes are sent, the server inspects the file. */
  readonly sentBytes: number;
  readonly connection: UploadConnection;
  /** Whether the upload can be paused and resumes automatically after a disconnection. */
  readonly isResumable: boolean;
  /** Bytes per second; null while unknown. */
  readonly rate: number | null;
  readonly localHash: LocalHash;
  readonly answer: UploadAnswer | null;
  /** null when the upload was cancelled. */
  readonly failure: UploadFailureView | null;
  /** Time, ms since 1970, until which the server may store an unanswered upload; 0 when it cannot store it. */
  readonly lateStoreUntil: number;
}

/** Handles that control a started upload. */
export interface UploadRun {
  readonly upload: UploadHandle;
  readonly stopHashing: () => void;
  isSending: boolean;
  /** URL under which the server keeps the received bytes. */
  url: string | undefined;
}

/** Longest time in which the gateway may store an unanswered upload, plus a margin, ms. */
const LATE_COMMIT_MS = 150_000;

export const uploadSessions = new Map<string, UploadSession>();
/** The run of each session, by registration id. */
export const uploadRuns = new Map<string, UploadRun>();
const listeners = new Set<() => void>();
let sessionEntries: readonly (readonly [registrationId: string, session: UploadSession])[] = [];

export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function uploadSession(userId: string, registrationId: string): UploadSession | null {
  const session = uploadSessions.get(registrationId);
  return session?.userId === userId ? session : null;
}

/** All uploads of this page by registration id. The array changes only with an upload, for `useSyncExternalStore`. */
export const allUploads = () => sessionEntries;

/**
 * Drops the uploads of other users. @param userId null when the session ended; resumable uploads are then paused, and
 * other uploads are aborted
 */
export function keepOnlyUploadsOf(userId: string | null): void {
  for (const [id, session] of uploadSessions) {
    const resumableUpload = session.phase === 'sending' ? uploadRuns.get(id)?.upload.resumable : null;
    if (session.userId === userId) {
      if (session.connection === 'signed-out') resumableUpload?.resume();
      continue;
    }
    // After a sign-out the upload is kept, in case the same user signs in again.
    if (userId !== null) dropUpload(id);
    else if (session.phase !== 'sending') continue;
    else if (resumableUpload == null) abortUnanswered(id, SESSION_ENDED);
    else if (session.connection !== 'paused' && session.connection !== 'signed-out')
      resumableUpload.pause('signed-out');
  }
}

/** Cancels the upload. The server may still have stored the file, so the registration must be read again. */
export function cancelUpload(registrationId: string): void {
  const session = uploadSessions.get(registrationId);
  if (session?.phase !== 'sending' || session.answer !== null) return;
  uploadRuns.get(registrationId)?.upload.resumable?.discard();
  removeSavedUpload(session.userId, registrationId);
  abortUnanswered(registrationId, null);
}

/** Ends the `verifying` phase. Called after the registration was read. */
export function settleUpload(registrationId: string): void {
  const session = uploadSessions.get(registrationId);
  if (session?.phase !== 'verifying') return;
  setSession(registrationId, { ...session, phase: session.failure === null ? 'cancelled' : 'failed' });
}

export const newSession = (userId: string, file: File): UploadSession => ({
  userId,
  file,
  phase: 'sending',
  sentBytes: 0,
  connection: 'moving',
  isResumable: false,
  rate: null,
  localHash: { readBytes: 0 },
  answer: null,
  failure: null,
  lateStoreUntil: 0,
});

/** Changes to a session whose upload ended. @param failure null when the upload was cancelled */
export const changesAtEnd = (failure: UploadFailureView | null): Partial<UploadSession> => ({
  phase: failure === null || failure.needsRefetch ? 'verifying' : 'failed',
  sentBytes: 0,
  rate: null,
  failure,
  lateStoreUntil: failure === null || failure.isOutcomeUnknown ? Date.now() + LATE_COMMIT_MS : 0,
});

/** Aborts an unanswered upload. Hashing continues, because the hash tells whether the server stored the file. */
function abortUnanswered(id: string, failure: UploadFailureView | null): void {
  const [session, run] = [uploadSessions.get(id), uploadRuns.get(id)];
  if (session === undefined || run === undefined) return;
  run.isSending = false;
  run.upload.abort();
  setSession(id, { ...session, ...changesAtEnd(failure) });
}

/** Aborts the upload and forgets its session. */
export function dropUpload(id: string): void {
  const run = uploadRuns.get(id);
  uploadRuns.delete(id);
  if (run !== undefined) {
    run.isSending = false;
    run.stopHashing();
    run.upload.abort();
  }
  setSession(id, null);
}

/** Stores the session and notifies the subscribers. @param session null removes it */
export function setSession(id: string, session: UploadSession | null): void {
  if (session === null) uploadSessions.delete(id);
  else uploadSessions.set(id, session);
  sessionEntries = [...uploadSessions];
  setRunningUploads(
    sessionEntries.flatMap(([registrationId, { phase }]) =>
      phase === 'sending' || phase === 'verifying' ? [registrationId] : [],
    ),
  );
  updateUnloadWarning();
  for (const listener of listeners) listener();
}

const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Makes the browser warn before the page is closed during an upload; a paused upload can resume later. */
function updateUnloadWarning(): void {
  const isSending = ([id, { connection }]: (typeof sessionEntries)[number]) =>
    uploadRuns.get(id)?.isSending === true && connection !== 'paused' && connection !== 'signed-out';
  if (sessionEntries.some(isSending)) window.addEventListener('beforeunload', warnBeforeUnload);
  else window.removeEventListener('beforeunload', warnBeforeUnload);
}
