import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@g2/terms/errors';
import { MAX_UPLOAD_BYTES } from '../../contract/common.ts';
import { watchPace } from './pace.ts';

/** One chunk of a socket: with more, each turn of many uploads would keep every other request waiting longer. */
const BUFFER_BYTES = 64 * 1024;
/** How much of a refused body is still read, so that its sender gets to read the answer. */
const DRAIN_BYTES = MAX_UPLOAD_BYTES + 64 * 1024 * 1024;
/** The same of a part of one: its sender asks again how far it came, and what it sends in vain is sent twice. */
export const DRAIN_PART_BYTES = 512 * 1024;

export type Relay = {
  /** What the next hop reads. */
  body: Readable;
  /** Why it ended early: the sender left or was too slow, or the next hop stopped reading. */
  fault: () => AppError | undefined;
};

/**
 * A stream of the sender's bytes for the next hop. When the hop ends early the sender's connection lives on, to
 * carry the answer; when the sender leaves or is too slow, the hop's request ends. Waiting for the hop does not count
 * against the sender.
 * @param idleMs time in which the sender must move 64 KiB
 */
export function relay(raw: IncomingMessage, bytes: Readable, idleMs: number): Relay {
  let fault: AppError | undefined;
  let moved = 0;
  const body = new Readable({
    highWaterMark: BUFFER_BYTES,
    read: () => void bytes.resume(),
    destroy(error, done) {
      detach();
      done(error);
    },
  });
  const end = (why: AppError) => {
    if (bytes.readableEnded || body.destroyed) return;
    fault = why;
    body.destroy(why);
  };
  const left = () => end(new AppError('invalid-input', { message: 'O envio foi interrompido.' }));
  const onData = (chunk: Buffer) => {
    moved += chunk.length;
    if (!body.push(chunk)) bytes.pause();
  };
  const onEnd = () => {
    detach();
    body.push(null);
  };
  const stopWatching = watchPace(idleMs, {
    moved: () => moved,
    isFree: () => !bytes.isPaused(),
    tooSlow: () =>
      end(new AppError('invalid-input', { message: 'O envio parou: os dados não chegaram a tempo.' })),
    heldUp: () => end(new AppError('unavailable')),
  });
  const detach = () => {
    stopWatching();
    bytes.off('data', onData).off('end', onEnd);
  };
  bytes.on('data', onData).once('end', onEnd);
  // The next hop sees the error in its own way; here it must not be an unhandled one.
  body.on('error', () => {});
  // They stay when the rest is detached: a socket may fail later, when nobody else listens.
  bytes.on('error', left).once('close', left);
  raw.once('aborted', left).on('error', left);
  return { body, fault: () => fault };
}

/**
 * Reads on what is left of a refused body while the answer goes out, up to a bound, past which the connection is
 * cut; so is a sender that is too slow meanwhile.
 * @param limit bytes
 */
export function drain(raw: IncomingMessage, idleMs: number, limit = DRAIN_BYTES): void {
  if (raw.readableEnded || raw.destroyed) return;
  const { socket } = raw;
  const cut = () => void socket.destroy();
  // A parser or a hop that stopped reading would hold the rest back.
  raw.unpipe();
  let moved = 0;
  const stopWatching = watchPace(idleMs, { moved: () => moved, isFree: () => true, tooSlow: cut });
  raw.on('data', (chunk: Buffer) => {
    moved += chunk.length;
    if (moved > limit) cut();
  });
  raw.on('error', () => {});
  raw.once('end', stopWatching).once('close', stopWatching);
  raw.resume();
}

/**
 * Cuts a download whose reader does not take what there is to read.
 * @param idleMs time in which the reader must take 64 KiB
 */
export function endWhenUnread(response: ServerResponse, idleMs: number): void {
  const { socket } = response;
  if (!socket || response.closed) return;
  const stopWatching = watchPace(idleMs, {
    moved: () => socket.bytesWritten - socket.writableLength,
    // Else it is waited for what comes from behind.
    isFree: () => response.writableNeedDrain || response.writableEnded,
    tooSlow: () => void socket.destroy(),
  });
  response.once('close', stopWatching);
}
