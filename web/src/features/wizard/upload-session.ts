import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { forgetUpload } from '../../lib/remembered-uploads.ts';
import { setRunning } from '../../lib/running-uploads.ts';
import type { UploadHandle, UploadLine } from '../../lib/upload.ts';
import { SESSION_ENDED, type UploadFailureView } from './upload-failure.ts';

/** State of the browser's hash: bytes read so far, failed, or computed. */
export type LocalHash = { readonly read: number } | 'failed' | { readonly hash: string };

/**
 * `asking`: the upload ended and the registration must be read to know what the server stores; `cancelled` and `failed`
 * follow that read, or a definite refusal.
 */
export type UploadPhase = 'sending' | 'asking' | 'stored' | 'cancelled' | 'failed';

/** An upload started in this page, running or ended. It continues while the user visits other screens. */
export interface UploadSession {
  readonly userId: string;
  readonly file: File;
  readonly phase: UploadPhase;
  /** Bytes sent; when all are sent, the server is inspecting the file. */
  readonly sent: number;
  readonly line: UploadLine;
  /** Whether the upload can be paused and resumes automatically after a disconnection. */
  readonly resumable: boolean;
  /** Bytes per second; null while unknown. */
  readonly rate: number | null;
  readonly localHash: LocalHash;
  readonly answer: UploadAnswer | null;
  /** null when the upload was cancelled. */
  readonly failure: UploadFailureView | null;
  /** Until this time, ms since 1970, the server may store the file of an unanswered upload; 0 when it cannot. */
  readonly openUntil: number;
}

export interface Run {
  readonly upload: UploadHandle;
  readonly stopHash: () => void;
  sending: boolean;
  /** URL under which the server keeps the received bytes. */
  url: string | undefined;
}

/** Longest time that the gateway waits for storage and commit, plus a margin, ms. */
const LATE_COMMIT_MS = 150_000;

export const sessions = new Map<string, UploadSession>();
/** The run that belongs to each session, while the session is shown. */
export const runs = new Map<string, Run>();
const listeners = new Set<() => void>();
let all: readonly (readonly [registrationId: string, session: UploadSession])[] = [];

export function subscribeUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function uploadSession(userId: string, registrationId: string): UploadSession | null {
  const session = sessions.get(registrationId);
  return session?.userId === userId ? session : null;
}

/** All uploads of this page by registration id; the same array until one changes (`useSyncExternalStore`). */
export const allUploads = () => all;

/** Drops the uploads of other users. null: the session ended; resumable uploads pause and other ones end. */
export function keepUploadsOf(userId: string | null): void {
  for (const [id, session] of sessions) {
    const resumable = session.phase === 'sending' ? runs.get(id)?.upload.resumable : null;
    if (session.userId === userId) {
      if (session.line === 'signed-out') resumable?.goOn();
      continue;
    }
    // Only another user's sign-in drops the file; after a mere sign-out it stays for the same user.
    if (userId !== null) drop(id);
    else if (session.phase !== 'sending') continue;
    else if (resumable == null) endUnanswered(id, SESSION_ENDED);
    else if (session.line !== 'paused' && session.line !== 'signed-out') resumable.hold('signed-out');
  }
}

/** Cancels the upload. Only a read of the registration can tell whether the server stored the file anyway. */
export function cancelUpload(registrationId: string): void {
  const session = sessions.get(registrationId);
  if (session?.phase !== 'sending' || session.answer !== null) return;
  runs.get(registrationId)?.upload.resumable?.discard();
  forgetUpload(session.userId, registrationId);
  endUnanswered(registrationId, null);
}

/** Called after the registration was read, which settles uploads with an unknown outcome. */
export function settleUpload(registrationId: string): void {
  const session = sessions.get(registrationId);
  if (session?.phase !== 'asking') return;
  put(registrationId, { ...session, phase: session.failure === null ? 'cancelled' : 'failed' });
}

export const newSession = (userId: string, file: File): UploadSession => ({
  userId,
  file,
  phase: 'sending',
  sent: 0,
  line: 'moving',
  resumable: false,
  rate: null,
  localHash: { read: 0 },
  answer: null,
  failure: null,
  openUntil: 0,
});

/** Changes to a session after its upload failed, or was cancelled (null). */
export const endedChanges = (failure: UploadFailureView | null): Partial<UploadSession> => ({
  phase: failure === null || failure.reread ? 'asking' : 'failed',
  sent: 0,
  rate: null,
  failure,
  openUntil: failure === null || failure.unknown ? Date.now() + LATE_COMMIT_MS : 0,
});

/** Aborts an upload without its answer. Hashing continues: the hash shows whether the server has the file. */
function endUnanswered(id: string, failure: UploadFailureView | null): void {
  const [session, run] = [sessions.get(id), runs.get(id)];
  if (session === undefined || run === undefined) return;
  run.sending = false;
  run.upload.abort();
  put(id, { ...session, ...endedChanges(failure) });
}

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
  setRunning(all.flatMap(([one, { phase }]) => (phase === 'sending' || phase === 'asking' ? [one] : [])));
  watchUnload();
  for (const listener of listeners) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Warns before the page is closed while bytes are being sent; a paused upload can resume in another page. */
function watchUnload(): void {
  const isSending = ([id, { line }]: (typeof all)[number]) =>
    runs.get(id)?.sending === true && line !== 'paused' && line !== 'signed-out';
  if (all.some(isSending)) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}
