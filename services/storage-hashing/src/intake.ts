import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@g2/terms/errors';
import { EMPTY_ZIP_MAGIC, NO_ZIP, ZIP_MAGIC } from './zip.ts';

export type Digest = {
  /** Lower-case hex. */
  sha256: string;
  /** Lower-case hex: another function, should the first be broken one day. */
  sha512: string;
  /** Bytes. */
  size: number;
};

export type Intake = {
  /** The bytes, on their way to the object store; fails when the intake does. */
  readonly body: Readable;
  /** What came in. Only once `body` was read to its end. */
  digest(): Digest;
  /** Why the intake failed, if it did. */
  failure(): AppError | undefined;
};

const BUFFERED = 1024 * 1024;
/** Bytes that must come in each window: a transfer that trickles holds a connection that others wait for. */
export const LEAST_BYTES = 64 * 1024;
const TOO_SLOW = 'O envio parou ou ficou lento demais, e foi encerrado.';
/** How often a window is looked at. */
const TICKS = 10;

/**
 * Takes in a request's body: hashes each chunk as it passes, with back-pressure, and ends what is too large, no
 * ZIP by its first bytes, cut, idle, or slower than {@link LEAST_BYTES} a window. Never destroys `source`: an answer may
 * have to go out on its socket.
 * @param limit bytes
 * @param idleMs the window; time spent waiting for the object store does not count
 */
export function receive(source: Readable, { limit, idleMs }: { limit: number; idleMs: number }): Intake {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')];
  let size = 0;
  let head = Buffer.alloc(0);
  let failure: AppError | undefined;
  let result: Digest | undefined;

  const body = new Readable({
    highWaterMark: BUFFERED,
    read: () => void source.resume(),
    destroy(error, done) {
      detach();
      done(error);
    },
  });
  const fail = (error: AppError) => {
    failure ??= error;
    body.destroy(error);
  };
  const onData = (chunk: Buffer) => {
    rate.moved(chunk.length);
    size += chunk.length;
    if (size > limit) return fail(new AppError('file-too-large'));
    if (head.length < ZIP_MAGIC.length) {
      head = Buffer.concat([head, chunk.subarray(0, ZIP_MAGIC.length - head.length)]);
      if (head.equals(EMPTY_ZIP_MAGIC)) return fail(new AppError('zip-empty'));
      if (!begins(ZIP_MAGIC, head) && !begins(EMPTY_ZIP_MAGIC, head)) return fail(noZip());
    }
    sha256.update(chunk);
    sha512.update(chunk);
    if (!body.push(chunk)) source.pause();
  };
  const onEnd = () => {
    if (size === 0) return fail(new AppError('file-empty'));
    if (size < ZIP_MAGIC.length) return fail(noZip());
    result = { sha256: sha256.digest('hex'), sha512: sha512.digest('hex'), size };
    detach();
    body.push(null);
  };
  const onCut = () => fail(new AppError('invalid-input', { message: 'O envio foi interrompido.' }));
  const onSlow = () => fail(new AppError('invalid-input', { message: TOO_SLOW }));
  const rate = watchRate(source, idleMs, onSlow);
  const detach = () => {
    rate.stop();
    source.off('data', onData).off('end', onEnd).off('close', onCut);
  };
  source.on('data', onData).on('end', onEnd).on('close', onCut);
  // Stays after the rest is detached: a socket may fail later, when nobody else listens.
  source.on('error', onCut);
  // Whoever writes the body hears of a failure from the body; a failure before that must not end the process.
  body.on('error', () => {});
  return {
    body,
    failure: () => failure,
    digest() {
      if (!result) throw new Error('the intake is not complete');
      return result;
    },
  };
}

const begins = (magic: Buffer, head: Buffer): boolean => head.equals(magic.subarray(0, head.length));
const noZip = (): AppError => new AppError('not-a-zip', { message: NO_ZIP });

/** Calls `slow` once nothing, or less than {@link LEAST_BYTES}, moved for `windowMs` while the source was being read. */
function watchRate(source: Readable, windowMs: number, slow: () => void) {
  let lastAt = Date.now();
  let moved = 0;
  let ticks = 0;
  const look = () => {
    if (source.isPaused()) {
      lastAt = Date.now();
      return;
    }
    if (Date.now() - lastAt >= windowMs) return slow();
    if (++ticks < TICKS) return;
    if (moved < LEAST_BYTES) return slow();
    ticks = 0;
    moved = 0;
  };
  const timer = setInterval(look, Math.max(TICKS, windowMs / TICKS));
  return {
    moved(bytes: number) {
      lastAt = Date.now();
      moved += bytes;
    },
    stop: () => clearInterval(timer),
  };
}
