import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { pathOf } from '../../lib/call.ts';
import { hashFile } from '../../lib/hash-file.ts';
import { type UploadHandle, uploadFile } from '../../lib/upload.ts';
import { failureOf, SESSION_ENDED, type UploadFailureView } from './upload-failure.ts';
import { secondsLeft } from './upload-progress.ts';

/** The hash the browser computes: bytes read so far, impossible here, or known. */
export type LocalHash = { readonly read: number } | 'failed' | { readonly hash: string };

/**
 * `asking`: it is over, and what the server holds by now must be read before anything is said of it; `cancelled` and
 * `failed` come after that reading, or after a clear refusal.
 */
export type UploadPhase = 'sending' | 'asking' | 'stored' | 'cancelled' | 'failed';

/** One upload of this page, running or over. It outlives the screens: whoever looks elsewhere does not cut it. */
export interface UploadSession {
  readonly userId: string;
  readonly file: File;
  readonly phase: UploadPhase;
  /** Bytes sent; all of them means that the server is looking at the file. */
  readonly sent: number;
  readonly secondsLeft: number | null;
  readonly localHash: LocalHash;
  /** What the server answered, once stored. */
  readonly answer: UploadAnswer | null;
  /** Null when it was cancelled. */
  readonly failure: UploadFailureView | null;
  /** Until then the server may still store the file of an upload that ended here without its answer; ms, 0 when it won't. */
  readonly openUntil: number;
}

interface Run {
  readonly upload: UploadHandle;
  readonly stopHash: () => void;
  sending: boolean;
}

/** The longest the gateway waits for storage to finish and for the commit, and some, ms. */
const LATE_COMMIT_MS = 150_000;

const sessions = new Map<string, UploadSession>();
/** The run each session came of, for as long as it is shown. */
const runs = new Map<string, Run>();
const listeners = new Set<() => void>();

export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The upload of a registration that this person began in this page, if any. */
export function uploadSession(userId: string, registrationId: string): UploadSession | null {
  const session = sessions.get(registrationId);
  return session?.userId === userId ? session : null;
}

/** Ends what runs for others than `userId`, and forgets the files of others; null: the session has ended. */
export function keepUploadsOf(userId: string | null): void {
  for (const [id, session] of sessions) {
    if (session.userId === userId) continue;
    // After signing in again the same person finds the file where it was.
    if (userId !== null) drop(id);
    else if (session.phase === 'sending') endUnanswered(id, SESSION_ENDED);
  }
}

/** Cuts the upload. That the server has not stored it all the same only a reading can tell. */
export function cancelUpload(registrationId: string): void {
  const session = sessions.get(registrationId);
  if (session?.phase === 'sending' && session.answer === null) endUnanswered(registrationId, null);
}

/** The registration was read: whatever ended before that is known now. */
export function noteReading(registrationId: string): void {
  const session = sessions.get(registrationId);
  if (session?.phase !== 'asking') return;
  put(registrationId, { ...session, phase: session.failure === null ? 'cancelled' : 'failed' });
}

/** A file that was chosen and is not sent. */
export function refuseUpload(
  userId: string,
  registrationId: string,
  file: File,
  failure: UploadFailureView,
): void {
  drop(registrationId);
  put(registrationId, { ...begun(userId, file), phase: 'failed', failure });
}

interface UploadEvents {
  readonly onStored: (answer: UploadAnswer) => Promise<void>;
  /** Before the session takes it in: a reading that is under way began before the end. */
  readonly onFailed: (failure: UploadFailureView) => void;
}

/** Sends a registration's file and hashes it here at the same time. */
export function startUpload(userId: string, registrationId: string, file: File, events: UploadEvents): void {
  drop(registrationId);
  const started = performance.now();
  const hash = hashFile(file, (read) => update({ localHash: { read } }));
  const upload = uploadFile(
    pathOf(fileRoutes.uploadFile, { params: { id: registrationId } }),
    file,
    (sent) => {
      if (run.sending)
        update({ sent, secondsLeft: secondsLeft(sent, file.size, performance.now() - started) });
    },
  );
  const run: Run = { upload, stopHash: hash.stop, sending: true };
  // A later upload, or none, may have taken this one's place: it then has nothing more to say.
  const update = (change: Partial<UploadSession>) => {
    const now = sessions.get(registrationId);
    if (now !== undefined && runs.get(registrationId) === run) put(registrationId, { ...now, ...change });
  };
  runs.set(registrationId, run);
  put(registrationId, begun(userId, file));
  hash.done.then(
    (value) => update({ localHash: { hash: value } }),
    () => update({ localHash: 'failed' }),
  );
  finish(run, update, events);
}

const begun = (userId: string, file: File): UploadSession => ({
  userId,
  file,
  phase: 'sending',
  sent: 0,
  secondsLeft: null,
  localHash: { read: 0 },
  answer: null,
  failure: null,
  openUntil: 0,
});

function finish(
  run: Run,
  update: (change: Partial<UploadSession>) => void,
  { onStored, onFailed }: UploadEvents,
): void {
  run.upload.done
    .then(async (answer) => {
      if (!run.sending) return;
      update({ answer });
      // Spec §7: the record is read again after an upload, before the screen calls it stored.
      await onStored(answer);
      run.sending = false;
      update({ phase: 'stored' });
    })
    .catch((error: unknown) => {
      if (!run.sending) return;
      run.sending = false;
      const failure = failureOf(error);
      if (!failure.reread) run.stopHash();
      onFailed(failure);
      update(ended(failure));
    });
}

/** What becomes of a session whose upload failed, or (null) was cancelled. */
const ended = (failure: UploadFailureView | null): Partial<UploadSession> => ({
  phase: failure === null || failure.reread ? 'asking' : 'failed',
  sent: 0,
  secondsLeft: null,
  failure,
  openUntil: failure === null || failure.unknown ? Date.now() + LATE_COMMIT_MS : 0,
});

/** Ends an upload from here, whose answer nobody waits for. Its hash goes on: it tells whether the server has the file. */
function endUnanswered(id: string, failure: UploadFailureView | null): void {
  const [session, run] = [sessions.get(id), runs.get(id)];
  if (session === undefined || run === undefined) return;
  run.sending = false;
  run.upload.abort();
  put(id, { ...session, ...ended(failure) });
}

function drop(id: string): void {
  const run = runs.get(id);
  runs.delete(id);
  if (run !== undefined) {
    run.sending = false;
    run.stopHash();
    run.upload.abort();
  }
  put(id, null);
}

function put(id: string, session: UploadSession | null): void {
  if (session === null) sessions.delete(id);
  else sessions.set(id, session);
  watchUnload();
  for (const listener of listeners) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** The browser asks before the page is closed while bytes are on their way. */
function watchUnload(): void {
  if ([...runs.values()].some((run) => run.sending)) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}
