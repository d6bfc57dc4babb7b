import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from './http.ts';

/** File name of a Content-Disposition header (the UTF-8 form wins), or undefined. */
export function dispositionName(header: string | null): string | undefined {
  if (header === null) return undefined;
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // A malformed extended name: the plain one below may still serve.
    }
  }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
  return plain?.[1] ?? plain?.[2]?.trim();
}

/** Fetches a file and hands it to the browser's download, named by the server or by `fallback`. Throws HttpError. */
export async function downloadFile(path: string, fallback: string): Promise<void> {
  const response = await send('GET', path);
  saveBlob(await response.blob(), nameOf(response) ?? fallback);
}

/** The same of a file that is made for the asking, and told of: by POST. */
export async function downloadMade(path: string, body: object, fallback: string): Promise<void> {
  const response = await send('POST', path, { body });
  saveBlob(await response.blob(), nameOf(response) ?? fallback);
}

/** How far a file is, in bytes. */
export interface Transfer {
  readonly received: number;
  /** null where the server did not tell. */
  readonly total: number | null;
}

/** A file that was saved. */
export interface Received {
  readonly name: string;
  readonly bytes: number;
}

interface ReceiveOptions {
  /** Name where the server gives none. */
  readonly fallback: string;
  readonly signal: AbortSignal;
  /** Asks by POST with this, where a file is not had by its address. */
  readonly body?: unknown;
  /** Called when the server has begun to answer with the file, and then as its parts come. */
  readonly onTransfer: (transfer: Transfer) => void;
}

/** The answer began and then stopped: what came, in bytes, is not the whole file. */
export class BrokenTransfer extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super('the transfer stopped');
    this.bytes = bytes;
  }
}

/**
 * Receives a file part by part and saves it once it is whole: half of it would be taken for all of it. Throws
 * HttpError when refused, BrokenTransfer when it stops midway, the signal's reason when aborted.
 */
async function receiveFile(
  path: string,
  { fallback, signal, body, onTransfer }: ReceiveOptions,
): Promise<Received> {
  const response = await send(body === undefined ? 'GET' : 'POST', path, { signal, body });
  const blob = await wholeBody(response, signal, onTransfer);
  const name = nameOf(response) ?? fallback;
  saveBlob(blob, name);
  return { name, bytes: blob.size };
}

/** The screen follows the bytes at most this often. */
const TELL_MS = 100;

/** The body of an answer, told of part by part. Throws as receiveFile does. */
export async function wholeBody(
  response: Response,
  signal: AbortSignal,
  onTransfer: ReceiveOptions['onTransfer'],
): Promise<Blob> {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 ? length : null;
  const parts: Blob[] = [];
  let received = 0;
  let told = Number.NEGATIVE_INFINITY;
  onTransfer({ received, total });
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      // A blob each: the browser may keep them on disk, which it cannot do with an array.
      parts.push(new Blob([part.value]));
      received += part.value.byteLength;
      if (performance.now() - told < TELL_MS) continue;
      told = performance.now();
      onTransfer({ received, total });
    }
  } catch (error) {
    throw signal.aborted ? error : new BrokenTransfer(received);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** How long a browser may take to begin saving. */
const REVOKE_MS = 40_000;

const nameOf = (response: Response) => dispositionName(response.headers.get('content-disposition'));

/** Hands bytes to the browser's download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari begins to read only later, and finds nothing under an address that is gone.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}

interface RunningTransfer extends Transfer {
  /** Whether the server has begun to answer. */
  readonly answered: boolean;
}

export interface Download {
  /** null while nothing is on its way. */
  readonly transfer: RunningTransfer | null;
  readonly cancel: () => void;
  /**
   * Resolves to null when it was cancelled. Throws HttpError for a refusal, BrokenTransfer when it stops midway, and
   * whatever kept the call from being made.
   */
  readonly start: (
    path: string,
    fallback: string,
    onAnswer?: () => void,
    body?: unknown,
  ) => Promise<Received | null>;
}

/** A download that shows its progress, can be cancelled, and ends with the component that began it. */
export function useDownload(): Download {
  const [transfer, setTransfer] = useState<RunningTransfer | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => running.current?.abort(), []);
  const start: Download['start'] = async (path, fallback, onAnswer, body) => {
    const asked = new AbortController();
    running.current = asked;
    setTransfer({ received: 0, total: null, answered: false });
    let answered = false;
    const onTransfer = (now: Transfer) => {
      if (!answered) onAnswer?.();
      answered = true;
      setTransfer({ ...now, answered });
    };
    try {
      return await receiveFile(path, { fallback, signal: asked.signal, onTransfer, body });
    } catch (error) {
      if (asked.signal.aborted) return null;
      throw error;
    } finally {
      running.current = null;
      setTransfer(null);
    }
  };
  return { transfer, cancel, start };
}
