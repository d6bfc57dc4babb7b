import { useCallback, useEffect, useRef, useState } from 'react';
import { requestRaw } from './http.ts';

/** File name of a Content-Disposition header (the UTF-8 form `filename*` takes precedence), or undefined. */
export function dispositionName(header: string | null): string | undefined {
  if (header === null) return undefined;
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // The extended name is malformed: fall back to the plain `filename` below.
    }
  }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
  return plain?.[1] ?? plain?.[2]?.trim();
}

/** Fetches a file and hands it to the browser's download, named by the server or by `fallback`. Throws HttpError. */
export async function downloadFile(path: string, fallback: string): Promise<void> {
  const response = await requestRaw('GET', path);
  saveBlob(await response.blob(), nameOf(response, fallback));
}

/** Like `downloadFile`, by POST: for a file that the server generates from `body`. */
export async function downloadGenerated(path: string, body: object, fallback: string): Promise<void> {
  const response = await requestRaw('POST', path, { body });
  saveBlob(await response.blob(), nameOf(response, fallback));
}

/** Progress of a download, in bytes. */
export interface DownloadProgress {
  readonly received: number;
  /** null when the response has no Content-Length. */
  readonly total: number | null;
}

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: number;
}

/** The response body ended early; `bytes` is the incomplete length received. */
export class IncompleteDownload extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super('the transfer stopped');
    this.bytes = bytes;
  }
}

/** Minimum interval between two progress reports to the screen. */
const PROGRESS_INTERVAL_MS = 100;

/**
 * Reads a response body into a Blob. Reports progress when the headers have arrived and as parts of the body arrive.
 * Throws IncompleteDownload or the abort error.
 */
export async function wholeBody(
  response: Response,
  signal: AbortSignal,
  onTransfer: (transfer: DownloadProgress) => void,
): Promise<Blob> {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 ? length : null;
  const parts: Blob[] = [];
  let received = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  onTransfer({ received, total });
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      // One Blob per part: the browser may keep Blobs on disk, but it keeps arrays in memory.
      parts.push(new Blob([part.value]));
      received += part.value.byteLength;
      if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
      reportedAt = performance.now();
      onTransfer({ received, total });
    }
  } catch (error) {
    throw signal.aborted ? error : new IncompleteDownload(received);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** How long the object URL stays valid, so that a slow browser can begin to save the file. */
const URL_LIFETIME_MS = 40_000;

const nameOf = (response: Response, fallback: string): string =>
  dispositionName(response.headers.get('content-disposition')) ?? fallback;

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the object URL only later: a URL that is already revoked gives no file.
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

interface RunningDownload extends DownloadProgress {
  /** Whether the response headers have arrived. */
  readonly answered: boolean;
}

export interface Download {
  /** null while no download is running. */
  readonly transfer: RunningDownload | null;
  readonly cancel: () => void;
  /**
   * Downloads a file, by POST if there is a `body`, and saves it only when complete, so that a user never takes half a
   * file for a whole one. Resolves to null when cancelled. Throws HttpError when the server refuses, IncompleteDownload
   * when the body breaks off, and any error that prevented the request.
   */
  readonly start: (
    path: string,
    fallback: string,
    onAnswer?: () => void,
    body?: unknown,
  ) => Promise<ReceivedFile | null>;
}

/** A download with progress and cancel; it is aborted when the component unmounts. */
export function useDownload(): Download {
  const [transfer, setTransfer] = useState<RunningDownload | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => running.current?.abort(), []);
  const start: Download['start'] = async (path, fallback, onAnswer, body) => {
    const control = new AbortController();
    const { signal } = control;
    running.current = control;
    setTransfer({ received: 0, total: null, answered: false });
    let answered = false;
    const onTransfer = (now: DownloadProgress) => {
      if (!answered) onAnswer?.();
      answered = true;
      setTransfer({ ...now, answered });
    };
    try {
      const response = await requestRaw(body === undefined ? 'GET' : 'POST', path, { signal, body });
      const blob = await wholeBody(response, signal, onTransfer);
      const name = nameOf(response, fallback);
      saveBlob(blob, name);
      return { name, bytes: blob.size };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      running.current = null;
      setTransfer(null);
    }
  };
  return { transfer, cancel, start };
}
