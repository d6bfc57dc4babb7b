import { dispositionName, downloadStreamed } from '../../../lib/download.ts';
import { send } from '../../../lib/http.ts';

export interface Received {
  readonly name: string;
  readonly bytes: number;
}

interface ReceiveOptions {
  /** Name where the server gives none. */
  readonly fallback: string;
  readonly signal: AbortSignal;
  /** Called when the server has begun to answer with the file, and after each part with the bytes so far. */
  readonly onBytes: (bytes: number) => void;
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
 * Receives a file of unknown length part by part and saves it once it is whole: half a report would be taken for all
 * of it. Throws HttpError when refused, BrokenTransfer when it stops midway, the signal's reason when aborted.
 */
export async function receiveFile(
  path: string,
  { fallback, signal, onBytes }: ReceiveOptions,
): Promise<Received> {
  const response = await send('GET', path, { signal });
  const parts: BlobPart[] = [];
  let bytes = 0;
  onBytes(bytes);
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      parts.push(part.value);
      bytes += part.value.byteLength;
      onBytes(bytes);
    }
  } catch (error) {
    throw signal.aborted ? error : new BrokenTransfer(bytes);
  }
  const name = dispositionName(response.headers.get('content-disposition')) ?? fallback;
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }));
  downloadStreamed(url, name);
  URL.revokeObjectURL(url);
  return { name, bytes };
}
