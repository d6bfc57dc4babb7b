import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '@g2/kit/errors';
import { MAX_UPLOAD_BYTES } from '../../contract/common.ts';

const BUFFER_BYTES = 1024 * 1024;
/** How much of a refused body is still read, so that its sender gets to read the answer. */
const DRAIN_BYTES = MAX_UPLOAD_BYTES + 64 * 1024 * 1024;

export type Relay = {
  /** What the next hop reads. */
  body: Readable;
  /** Why it ended early: the sender left or fell idle. */
  fault: () => AppError | undefined;
};

/**
 * A stream of the sender's bytes for the next hop. When the hop ends early the sender's connection lives on, to
 * carry the answer; when the sender leaves or idles, the hop's request ends.
 */
export function relay(raw: IncomingMessage, bytes: Readable, idleMs: number): Relay {
  const body = new PassThrough({ highWaterMark: BUFFER_BYTES });
  let fault: AppError | undefined;
  const end = (why: AppError) => {
    if (bytes.readableEnded || body.destroyed) return;
    fault = why;
    body.destroy(why);
  };
  const left = () => end(new AppError('invalid-input', { message: 'O envio foi interrompido.' }));
  // The next hop sees the error in its own way; here it must not be an unhandled one.
  body.on('error', () => {});
  bytes.once('error', left);
  bytes.once('close', left);
  raw.once('aborted', left);
  raw.once('error', left);
  raw.setTimeout(idleMs, () =>
    end(new AppError('invalid-input', { message: 'O envio parou: nenhum dado chegou a tempo.' })),
  );
  raw.once('end', () => raw.socket.setTimeout(0));
  bytes.pipe(body);
  return { body, fault: () => fault };
}

/**
 * Reads on what is left of a refused body while the answer goes out, up to a bound, past which the connection is
 * cut; so is a sender that falls idle meanwhile.
 */
export function drain(raw: IncomingMessage, response: ServerResponse, idleMs: number): void {
  if (raw.readableEnded || raw.destroyed) return;
  const { socket } = raw;
  // A parser or a hop that stopped reading would hold the rest back.
  raw.unpipe();
  let left = DRAIN_BYTES;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  raw.on('error', () => {});
  raw.setTimeout(idleMs, () => socket.destroy());
  // A sent answer makes Node wait for the next request, for longer.
  response.once('finish', () => {
    if (!raw.complete) socket.setTimeout(idleMs);
  });
  raw.once('end', () => socket.setTimeout(0));
  raw.resume();
}

/** Cuts a download whose reader takes nothing for `idleMs`. */
export function cutWhenIdle(response: ServerResponse, idleMs: number): void {
  response.setTimeout(idleMs, () => response.socket?.destroy());
}
