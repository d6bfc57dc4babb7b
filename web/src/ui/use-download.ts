import { useCallback, useEffect, useRef, useState } from 'react';
import { dispositionName, downloadStreamed } from '../lib/download.ts';
import { send } from '../lib/http.ts';

export interface Transfer {
  /** Bytes so far, and in all where the server told. */
  readonly received: number;
  readonly total: number | null;
}

export interface Download {
  /** null while nothing is on its way. */
  readonly transfer: Transfer | null;
  readonly cancel: () => void;
  /** Resolves to false when it was cancelled. Throws HttpError for a refusal, and whatever cut the line. */
  readonly start: (path: string, fallback: string) => Promise<boolean>;
}

/** The screen follows the bytes at most this often. */
const TELL_MS = 100;

/** Fetches a file chunk by chunk, so that its progress can be shown, and hands it to the browser when it is whole. */
export function useDownload(): Download {
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => running.current?.abort(), []);
  const start = async (path: string, fallback: string) => {
    const asked = new AbortController();
    running.current = asked;
    setTransfer({ received: 0, total: null });
    try {
      const response = await send('GET', path, { signal: asked.signal });
      const blob = await collect(response, setTransfer);
      const url = URL.createObjectURL(blob);
      downloadStreamed(url, dispositionName(response.headers.get('content-disposition')) ?? fallback);
      URL.revokeObjectURL(url);
      return true;
    } catch (error) {
      if (asked.signal.aborted) return false;
      throw error;
    } finally {
      running.current = null;
      setTransfer(null);
    }
  };
  return { transfer, cancel, start };
}

async function collect(response: Response, tell: (transfer: Transfer) => void): Promise<Blob> {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 ? length : null;
  const type = response.headers.get('content-type') ?? '';
  const parts: Blob[] = [];
  let received = 0;
  let told = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) break;
    // A blob each: the browser may keep them on disk, which it cannot do with an array.
    parts.push(new Blob([chunk.value]));
    received += chunk.value.byteLength;
    if (performance.now() - told < TELL_MS) continue;
    told = performance.now();
    tell({ received, total });
  }
  return new Blob(parts, { type });
}
