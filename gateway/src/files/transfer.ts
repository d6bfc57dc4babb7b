import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../contract/common.ts';
import { watchPace } from './pace.ts';

/** One socket chunk: with larger buffers, many uploads would delay other requests. */
const BUFFER_BYTES = 64 * 1024;
/** Bytes of a refused body to read on, so that the sender can read the response. */
const DRAIN_BYTES = MAX_UPLOAD_BYTES + 64 * 1024 * 1024;
/** The same for a tus PATCH. Smaller: its sender resumes and would send those bytes twice. */
export const DRAIN_PART_BYTES = 512 * 1024;

type Relay = {
  body: Readable;
  /** Cause of an early end: the sender left or was too slow, or the next hop stopped reading. */
  fault: () => AppError | undefined;
};

/**
 * Streams the sender's bytes to the next hop. If the hop ends early, the sender's connection stays open for the
 * response. Time spent waiting for the hop is not counted. @param idleMs time in which the sender must move 64 KiB
 */
function relay(raw: IncomingMessage, bytes: Readable, idleMs: number): Relay {
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
  const onSenderGone = () => end(new AppError('invalid-input', { message: 'O envio foi interrompido.' }));
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
    canMove: () => !bytes.isPaused(),
    tooSlow: () =>
      end(new AppError('invalid-input', { message: 'O envio parou: os dados não chegaram a tempo.' })),
    heldUp: () => end(new AppError('unavailable')),
  });
  const detach = () => {
    stopWatching();
    bytes.off('data', onData).off('end', onEnd);
  };
  bytes.on('data', onData).once('end', onEnd);
  // The next hop gets the error; this avoids an unhandled one here.
  body.on('error', () => {});
  // Not detached with the others: the socket may still fail later.
  bytes.on('error', onSenderGone).once('close', onSenderGone);
  raw.once('aborted', onSenderGone).on('error', onSenderGone);
  return { body, fault: () => fault };
}

/**
 * Passes the request's bytes to `send`. @param idleMs as in `relay`
 * @throws AppError the sender's fault, else the error of `send`
 */
export async function sendRelayed<T>(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  bytes: Readable,
  idleMs: number,
  send: (body: Readable) => Promise<T>,
): Promise<T> {
  const { body, fault } = relay(raw, bytes, idleMs);
  try {
    return await send(body);
  } catch (error) {
    const why = fault();
    // A silent sender will not send the rest.
    if (why) reply.header('connection', 'close');
    throw why ?? error;
  }
}

/** Discards the rest of a refused body while the response is sent. Cuts slow senders. @param limit bytes */
export function drain(raw: IncomingMessage, idleMs: number, limit = DRAIN_BYTES): void {
  if (raw.readableEnded || raw.destroyed) return;
  const { socket } = raw;
  const cut = () => void socket.destroy();
  // A parser or hop that stopped reading would block the rest.
  raw.unpipe();
  let moved = 0;
  const stopWatching = watchPace(idleMs, { moved: () => moved, canMove: () => true, tooSlow: cut });
  raw.on('data', (chunk: Buffer) => {
    moved += chunk.length;
    if (moved > limit) cut();
  });
  raw.on('error', () => {});
  raw.once('end', stopWatching).once('close', stopWatching);
  raw.resume();
}

/** Cuts a download that the client does not read. @param idleMs time in which it must take 64 KiB */
export function cutUnreadDownload(response: ServerResponse, idleMs: number): void {
  const { socket } = response;
  if (!socket || response.closed) return;
  const stopWatching = watchPace(idleMs, {
    moved: () => socket.bytesWritten - socket.writableLength,
    // Otherwise the upstream is the slow side.
    canMove: () => response.writableNeedDrain || response.writableEnded,
    tooSlow: () => void socket.destroy(),
  });
  response.once('close', stopWatching);
}
