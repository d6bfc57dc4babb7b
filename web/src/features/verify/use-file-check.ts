import type { PublicCertificate } from '@g2/gateway/contract/certificates';
import { useEffect, useRef, useState } from 'react';
import { type CheckedFile, checkFile } from './check-file.ts';

export type FileCheck =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly file: File; readonly read: number }
  | { readonly phase: 'done'; readonly checked: CheckedFile }
  | { readonly phase: 'unreadable'; readonly name: string };

/** Checks one file at a time; a new file or leaving the page aborts the previous check. */
export function useFileCheck(certificate: Pick<PublicCertificate, 'sha256'> | null) {
  const [check, setCheck] = useState<FileCheck>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    setCheck({ phase: 'idle' });
  };
  const start = (file: File | null) => {
    if (file === null) return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const show = (next: FileCheck) => control.signal.aborted || setCheck(next);
    show({ phase: 'reading', file, read: 0 });
    const onProgress = (read: number) => show({ phase: 'reading', file, read });
    checkFile(file, certificate, { onProgress, signal: control.signal }).then(
      (checked) => show({ phase: 'done', checked }),
      () => show({ phase: 'unreadable', name: file.name }),
    );
  };
  return { check, start, stop };
}
