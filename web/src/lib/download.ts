import { useCallback, useEffect, useRef, useState } from 'react';
import { requestRaw } from './http.ts';

/** File name of a Content-Disposition header (the UTF-8 form `filename*` takes precedence), or undefined. */
export function dispositionName(header: string | null): string | undefined {
  if (header === null) return undefined;
  const extendedName = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extendedName !== undefined) {
    try {
      return decodeURIComponent(extendedName.trim());
    } catch {
      // The extended name is malformed: fall back to the plain `filename` below.
    }
  }
  const plainMatch = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
  return plainMatch?.[1] ?? plainMatch?.[2]?.trim();
}

/** Downloads a file under the server's name for it, or else under `fallbackName`. Throws HttpError. */
export async function downloadFile(path: string, fallbackName: string): Promise<void> {
  const response = await requestRaw('GET', path);
  saveBlob(await response.blob(), nameOf(response, fallbackName));
}

/** Like `downloadFile`, by POST: for a file that the server generates from `body`. */
export async function downloadGenerated(path: string, body: object, fallbackName: string): Promise<void> {
  const response = await requestRaw('POST', path, { body });
  saveBlob(await response.blob(), nameOf(response, fallbackName));
}

/** Progress of a download, in bytes. */
export interface DownloadProgress {
  readonly received: number;
  /** null when the response has no Content-Length. */
  readonly total: number | null;
}

interface ReceivedFile {
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
export async function readBody(
  response: Response,
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
): Promise<Blob> {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 ? length : null;
  const parts: Blob[] = [];
  let received = 0;
  let lastReportAt = Number.NEGATIVE_INFINITY;
  onProgress({ received, total });
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      // One Blob per part: the browser may keep Blobs on disk, but it keeps arrays in memory.
      parts.push(new Blob([part.value]));
      received += part.value.byteLength;
      if (performance.now() - lastReportAt < PROGRESS_INTERVAL_MS) continue;
      lastReportAt = performance.now();
      onProgress({ received, total });
    }
  } catch (error) {
    throw signal.aborted ? error : new IncompleteDownload(received);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** Time until the object URL is revoked: a slow browser must begin to save the file before that. */
const URL_LIFETIME_MS = 40_000;

const nameOf = (response: Response, fallbackName: string): string =>
  dispositionName(response.headers.get('content-disposition')) ?? fallbackName;

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
  readonly hasResponse: boolean;
}

export interface Download {
  /** null while no download is running. */
  readonly transfer: RunningDownload | null;
  readonly cancel: () => void;
  /**
   * Downloads a file, by POST if there is a `body`, and saves it only if it is complete. Calls `onResponse` when the
   * headers arrive. Resolves to null when cancelled. Throws HttpError when the server refuses, IncompleteDownload when
   * the body breaks off, and any error that prevented the request.
   */
  readonly start: (
    path: string,
    fallbackName: string,
    onResponse?: () => void,
    body?: unknown,
  ) => Promise<ReceivedFile | null>;
}

/** A download with progress and cancel; it is aborted when the component unmounts. */
export function useDownload(): Download {
  const [transfer, setTransfer] = useState<RunningDownload | null>(null);
  const runningController = useRef<AbortController | null>(null);
  useEffect(() => () => runningController.current?.abort(), []);
  const cancel = useCallback(() => runningController.current?.abort(), []);
  const start: Download['start'] = async (path, fallbackName, onResponse, body) => {
    const controller = new AbortController();
    const { signal } = controller;
    runningController.current = controller;
    setTransfer({ received: 0, total: null, hasResponse: false });
    let hasResponse = false;
    const onProgress = (progress: DownloadProgress) => {
      if (!hasResponse) onResponse?.();
      hasResponse = true;
      setTransfer({ ...progress, hasResponse });
    };
    try {
      const response = await requestRaw(body === undefined ? 'GET' : 'POST', path, { signal, body });
      const blob = await readBody(response, signal, onProgress);
      const name = nameOf(response, fallbackName);
      saveBlob(blob, name);
      return { name, bytes: blob.size };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      runningController.current = null;
      setTransfer(null);
    }
  };
  return { transfer, cancel, start };
}
