import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { hashFile } from '../../lib/hash-file.ts';
import { type UploadHandle, uploadFile } from '../../lib/upload.ts';
import { failureOf, SESSION_ENDED, type UploadFailureView } from './upload-failure.ts';
import { secondsLeft } from './upload-progress.ts';

/** The hash the browser computes: bytes read so far, impossible here, or known. */
export type LocalHash = { readonly read: number } | 'failed' | { readonly hash: string };

/** One upload of this page, running or over. It outlives the screens: whoever looks elsewhere does not cut it. */
export interface UploadSession {
  readonly userId: string;
  readonly file: File;
  readonly phase: 'sending' | 'stored' | 'failed';
  /** Bytes sent; all of them means that the server is looking at the file. */
  readonly sent: number;
  readonly secondsLeft: number | null;
  readonly localHash: LocalHash;
  /** What the server answered, once stored. */
  readonly answer: UploadAnswer | null;
  readonly failure: UploadFailureView | null;
}

interface Running {
  readonly upload: UploadHandle;
  readonly stopHash: () => void;
  ended: boolean;
}

const sessions = new Map<string, UploadSession>();
const running = new Map<string, Running>();
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
    const run = running.get(id);
    if (run !== undefined) end(id, run);
    // After signing in again the same person finds the file where it was.
    if (userId !== null) put(id, null);
    else if (session.phase === 'sending') {
      put(id, { ...session, phase: 'failed', sent: 0, failure: SESSION_ENDED });
    }
  }
}

/** Takes the upload off, cutting it when it runs. */
export function dropUpload(registrationId: string): void {
  const run = running.get(registrationId);
  if (run !== undefined) end(registrationId, run);
  put(registrationId, null);
}

interface UploadEvents {
  readonly onStored: (answer: UploadAnswer) => Promise<void>;
  readonly onFailed: (failure: UploadFailureView) => void;
}

/** Sends a registration's file and hashes it here at the same time. */
export function startUpload(userId: string, registrationId: string, file: File, events: UploadEvents): void {
  dropUpload(registrationId);
  const begun = performance.now();
  const hash = hashFile(file, (read) => update({ localHash: { read } }));
  const upload = uploadFile(`/api/registrations/${registrationId}/upload`, file, (sent) =>
    update({ sent, secondsLeft: secondsLeft(sent, file.size, performance.now() - begun) }),
  );
  const run: Running = { upload, stopHash: hash.stop, ended: false };
  // A later upload, or none, may have taken this one's place: it then has nothing more to say.
  const update = (change: Partial<UploadSession>) => {
    const now = sessions.get(registrationId);
    if (now?.file === file && !run.ended) put(registrationId, { ...now, ...change });
  };
  running.set(registrationId, run);
  put(registrationId, {
    userId,
    file,
    phase: 'sending',
    sent: 0,
    secondsLeft: null,
    localHash: { read: 0 },
    answer: null,
    failure: null,
  });
  hash.done.then(
    (value) => update({ localHash: { hash: value } }),
    () => update({ localHash: 'failed' }),
  );
  settle(registrationId, run, update, events);
}

function settle(
  id: string,
  run: Running,
  update: (change: Partial<UploadSession>) => void,
  { onStored, onFailed }: UploadEvents,
): void {
  const over = () => {
    if (running.get(id) === run) running.delete(id);
    watchUnload();
  };
  run.upload.done
    .then(async (answer) => {
      // Spec §7: the record is read again after an upload, before the screen calls it stored.
      await onStored(answer);
      over();
      update({ phase: 'stored', answer });
    })
    .catch((error: unknown) => {
      over();
      if (run.ended) return;
      run.stopHash();
      const failure = failureOf(error);
      update({ phase: 'failed', sent: 0, secondsLeft: null, failure });
      onFailed(failure);
    });
}

function end(id: string, run: Running): void {
  run.ended = true;
  running.delete(id);
  run.stopHash();
  run.upload.abort();
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
  if (running.size > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}
