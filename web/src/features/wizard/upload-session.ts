import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { forgetUpload } from '../../lib/remembered-uploads.ts';
import { noteRunning } from '../../lib/running-uploads.ts';
import type { UploadHandle, UploadLine } from '../../lib/upload.ts';
import { SESSION_ENDED, type UploadFailureView } from './upload-failure.ts';

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
  /** While it is sending. */
  readonly line: UploadLine;
  /** Whether it can be paused, and goes on by itself after a cut. */
  readonly resumable: boolean;
  /** Bytes a second; null while it is not known. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  readonly localHash: LocalHash;
  /** What the server answered, once stored. */
  readonly answer: UploadAnswer | null;
  /** Null when it was cancelled. */
  readonly failure: UploadFailureView | null;
  /** Until then the server may still store the file of an upload that ended here without its answer; ms, 0 when it won't. */
  readonly openUntil: number;
}

export interface Run {
  readonly upload: UploadHandle;
  readonly stopHash: () => void;
  sending: boolean;
  /** Under which the server keeps what it receives. */
  kept: string | undefined;
}

/** The longest the gateway waits for storage to finish and for the commit, and some, ms. */
const LATE_COMMIT_MS = 150_000;

export const sessions = new Map<string, UploadSession>();
/** The run each session came of, for as long as it is shown. */
export const runs = new Map<string, Run>();
const listeners = new Set<() => void>();
let all: readonly (readonly [registrationId: string, session: UploadSession])[] = [];

export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The upload of a registration that this person began in this page, if any. */
export function uploadSession(userId: string, registrationId: string): UploadSession | null {
  const session = sessions.get(registrationId);
  return session?.userId === userId ? session : null;
}

/** All of this page, by registration: the same list until one of them changes. */
export const allUploads = () => all;

/**
 * Ends what runs for others than `userId`, and forgets the files of others; null: the session has ended. What can be
 * taken up again waits for the same person.
 */
export function keepUploadsOf(userId: string | null): void {
  for (const [id, session] of sessions) {
    const resumable = session.phase === 'sending' ? runs.get(id)?.upload.resumable : null;
    if (session.userId === userId) {
      if (session.line === 'signed-out') resumable?.goOn();
      continue;
    }
    // After signing in again the same person finds the file where it was.
    if (userId !== null) drop(id);
    else if (session.phase !== 'sending') continue;
    else if (resumable == null) endUnanswered(id, SESSION_ENDED);
    else if (session.line !== 'paused' && session.line !== 'signed-out') resumable.hold('signed-out');
  }
}

export const pauseUpload = (registrationId: string): void =>
  runs.get(registrationId)?.upload.resumable?.hold('paused');

/** Goes on after a pause, or tries again at once. */
export const continueUpload = (registrationId: string): void =>
  runs.get(registrationId)?.upload.resumable?.goOn();

/** Cuts the upload. That the server has not stored it all the same only a reading can tell. */
export function cancelUpload(registrationId: string): void {
  const session = sessions.get(registrationId);
  if (session?.phase !== 'sending' || session.answer !== null) return;
  runs.get(registrationId)?.upload.resumable?.discard();
  forgetUpload(session.userId, registrationId);
  endUnanswered(registrationId, null);
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

/** A session at its beginning. */
export const begun = (userId: string, file: File): UploadSession => ({
  userId,
  file,
  phase: 'sending',
  sent: 0,
  line: 'moving',
  resumable: false,
  rate: null,
  secondsLeft: null,
  localHash: { read: 0 },
  answer: null,
  failure: null,
  openUntil: 0,
});

/** What becomes of a session whose upload failed, or (null) was cancelled. */
export const ended = (failure: UploadFailureView | null): Partial<UploadSession> => ({
  phase: failure === null || failure.reread ? 'asking' : 'failed',
  sent: 0,
  rate: null,
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

/** Ends what runs for a registration, and forgets it here. */
export function drop(id: string): void {
  const run = runs.get(id);
  runs.delete(id);
  if (run !== undefined) {
    run.sending = false;
    run.stopHash();
    run.upload.abort();
  }
  put(id, null);
}

export function put(id: string, session: UploadSession | null): void {
  if (session === null) sessions.delete(id);
  else sessions.set(id, session);
  all = [...sessions];
  noteRunning(all.flatMap(([one, { phase }]) => (phase === 'sending' || phase === 'asking' ? [one] : [])));
  watchUnload();
  for (const listener of listeners) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** The browser asks before the page is closed while bytes are on their way; what is paused can wait for another page. */
function watchUnload(): void {
  const isSending = ([id, { line }]: (typeof all)[number]) =>
    runs.get(id)?.sending === true && line !== 'paused' && line !== 'signed-out';
  if (all.some(isSending)) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}
