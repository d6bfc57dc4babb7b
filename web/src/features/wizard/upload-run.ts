import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { hashFile } from '../../lib/hash-file.ts';
import { forgetUpload, type RememberedUpload, rememberUpload } from '../../lib/remembered-uploads.ts';
import { sendFile } from '../../lib/send-file.ts';
import type { UploadEvents } from '../../lib/upload.ts';
import { holdUploadTab } from '../../lib/upload-tab.ts';
import { failureOf, type UploadFailureView } from './upload-failure.ts';
import { rateOf, type Sample, secondsLeft, withSample } from './upload-progress.ts';
import { begun, drop, ended, put, type Run, runs, sessions, type UploadSession } from './upload-session.ts';

const TICK_MS = 1_000;

interface Outcome {
  readonly onStored: (answer: UploadAnswer) => Promise<void>;
  /** Called before the session changes to "failed": a read already in progress started before the upload ended. */
  readonly onFailed: (failure: UploadFailureView) => void;
}

interface Asked extends Outcome {
  readonly userId: string;
  readonly registrationId: string;
  readonly file: File;
  /** The unfinished upload of the same file to resume. */
  readonly from: RememberedUpload | null;
}

type Update = (change: Partial<UploadSession>) => void;

/** Uploads a registration's file and hashes it in the browser: in parallel, or first if the upload needs the hash. */
export function startUpload({ userId, registrationId, file, from, ...outcome }: Asked): void {
  drop(registrationId);
  if (from === null) forgetUpload(userId, registrationId);
  const hash = hashFile(file, (read) => update({ localHash: { read } }));
  // Ignored once a later upload has replaced this one.
  const update: Update = (change) => {
    const now = sessions.get(registrationId);
    if (now !== undefined && runs.get(registrationId) === run) put(registrationId, { ...now, ...change });
  };
  const kept = (url: string, sha256: string | null) => {
    run.kept = url;
    const { name: fileName, size, lastModified } = file;
    rememberUpload(userId, registrationId, { url, fileName, size, lastModified, sha256 });
  };
  const { events, stop } = paced(file.size, (change) => run.sending && update(change));
  const upload = sendFile(
    { registrationId, file, sha256: hash.done.catch(() => null), from },
    { ...events, onKept: kept },
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

/** Converts upload events into progress, rate and remaining time. */
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
