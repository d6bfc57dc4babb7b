import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts';
import { watchPace } from './pace.ts';

/** Size of one socket chunk. With larger buffers, many uploads would delay other requests. */
const BUFFER_BYTES = 64 * 1024;
/** Bytes of a refused body that are still read and discarded, so that the sender can read the response. */
const DRAIN_BYTES = MAX_UPLOAD_BYTES + 64 * 1024 * 1024;
/** As `DRAIN_BYTES`, for a tus PATCH. Small, because a tus client resumes and would send those bytes twice. */
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
  // The consumer of `body` receives the error. This listener prevents an unhandled `error` event.
  body.on('error', () => {});
  // Unlike the listeners above, these stay attached after the end: the socket may still fail later.
  bytes.on('error', onSenderGone).once('close', onSenderGone);
  raw.once('aborted', onSenderGone).on('error', onSenderGone);
  return { body, fault: () => fault };
}

/**
 * Passes the request's bytes to `send`.
 * @param idleMs as in `relay`
 * @throws AppError the sender's fault, or of `send`
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
    // The sender was silent or left and will not send the rest of the body, so the connection cannot be reused.
    if (why) reply.header('connection', 'close');
    throw why ?? error;
  }
}

/** Discards the rest of a refused body while the response is sent. Cuts slow senders. @param limit bytes */
export function drain(raw: IncomingMessage, idleMs: number, limit = DRAIN_BYTES): void {
  if (raw.readableEnded || raw.destroyed) return;
  const { socket } = raw;
  const cut = () => void socket.destroy();
  // A parser or next hop that stopped reading would block the rest of the body.
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
    // While no data waits for the client, storage is the slow side.
    canMove: () => response.writableNeedDrain || response.writableEnded,
    tooSlow: () => void socket.destroy(),
  });
  response.once('close', stopWatching);
}
