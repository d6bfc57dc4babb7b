import type { UploadAnswer } from '@g2/gateway/contract/registrations';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hashFile } from '../../lib/hash-file.ts';
import { HttpError } from '../../lib/http.ts';
import { refreshRegistrations, registrationQuery } from '../../lib/registrations.ts';
import { UploadError, type UploadHandle, uploadFile } from '../../lib/upload.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { refusal } from './upload-rules.ts';

/** The hash the browser computes: not asked for, on its way, known, or impossible here. */
export type LocalHash = 'none' | 'computing' | 'failed' | { readonly hash: string };

export interface UploadState {
  /** 0-100 while an upload runs, null otherwise. */
  readonly progress: number | null;
  readonly localHash: LocalHash;
  /** One's own other registration that already holds this file (contract rule 5). */
  readonly duplicateOf: string | null;
  readonly start: (file: File | null) => void;
  readonly abort: () => void;
}

/** Sends a registration's file and hashes it here at the same time. */
export function useUpload(registrationId: string): UploadState {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const [localHash, setLocalHash] = useState<LocalHash>('none');
  const [duplicateOf, setDuplicateOf] = useState<string | null>(null);
  const running = useRef<{ upload: UploadHandle; stopHash: () => void } | null>(null);
  useUnloadWarning(progress !== null);
  useEffect(() => () => stop(running.current), []);

  const finish = async (answer: UploadAnswer) => {
    client.setQueryData(registrationQuery(registrationId).queryKey, (old) =>
      old ? { ...old, ...answer } : old,
    );
    // Spec §7: the record is read again after an upload.
    await refreshRegistrations(client);
    notify.success(texts.done.uploaded, texts.done.uploadedText(answer.sha256.slice(0, 16)));
  };
  const start = (file: File | null) => {
    const reason = refusal(file);
    if (file === null || reason !== null) {
      if (reason !== null) notify.error(reason.title, reason.text);
      return;
    }
    setDuplicateOf(null);
    setProgress(0);
    setLocalHash('computing');
    const hash = hashFile(file);
    hash.done.then(
      (value) => setLocalHash({ hash: value }),
      () => setLocalHash('failed'),
    );
    const upload = uploadFile(`/api/registrations/${registrationId}/upload`, file, setProgress);
    running.current = { upload, stopHash: hash.stop };
    upload.done
      .then(finish)
      .catch((error: unknown) => {
        hash.stop();
        setLocalHash('none');
        setDuplicateOf(ownDuplicate(error));
        if (!(error instanceof UploadError && error.failure === 'aborted')) {
          notify.error(texts.errors.upload, describe(error));
        }
      })
      .finally(() => setProgress(null));
  };
  return { progress, localHash, duplicateOf, start, abort: () => stop(running.current) };
}

function stop(running: { upload: UploadHandle; stopHash: () => void } | null): void {
  running?.stopHash();
  running?.upload.abort();
}

function ownDuplicate(error: unknown): string | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null;
  return typeof error.body.registrationId === 'string' ? error.body.registrationId : null;
}

function describe(error: unknown): string {
  if (error instanceof HttpError) return error.message;
  if (!(error instanceof UploadError)) return texts.errors.uploadSend;
  if (error.failure === 'parse') return texts.errors.uploadParse;
  return error.failure === 'network' ? texts.errors.uploadNetwork : texts.errors.uploadSend;
}

/** Asks before the page is left while bytes are on their way. */
function useUnloadWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
}
