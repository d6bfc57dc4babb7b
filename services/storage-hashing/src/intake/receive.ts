import { Readable } from 'node:stream';
import { AppError } from '@g2/terms/errors';
import { EMPTY_ZIP_MAGIC, NOT_A_ZIP_TEXT, ZIP_MAGIC, ZIP_SIGNATURES } from '../archive/magic.ts';
import { type Digest, type RunningDigest, startDigest } from './digest.ts';

export type BodyReceiver = {
  /** Received bytes. The stream fails when the upload is refused or interrupted. */
  readonly body: Readable;
  failure(): AppError | undefined;
  end(why: AppError): void;
};

/** Maximum number of buffered chunks, of at most 64 KiB each. */
const BUFFERED = 16;
/** Minimum bytes per window; a slower upload is ended, since it occupies a connection. */
export const MIN_BYTES_PER_WINDOW = 64 * 1024;
const TOO_SLOW = 'O envio parou ou ficou lento demais, e foi encerrado.';
const CHECKS_PER_WINDOW = 10;

export type FileReceiver = BodyReceiver & {
  /** Hashes of the file; available only after `body` was read to its end. */
  digest(): Digest;
};

type Bounds = {
  /** Bytes. */
  limit: number;
  /** Length of the rate window, ms. Time in which the upload waits for the object store does not count. */
  idleMs: number;
};

export function receiveUpload(source: Readable, bounds: Bounds): FileReceiver {
  const digest = startDigest();
  let result: Digest | undefined;
  const intake = receivePart(source, {
    ...bounds,
    begins: true,
    isWhole: true,
    digest,
    onEnd: () => (result = digest.end()),
  });
  return {
    ...intake,
    digest() {
      if (!result) throw new Error('the intake is not complete');
      return result;
    },
  };
}

type PartBounds = Bounds & {
  begins: boolean;
  /** True when `source` contains the whole file, which then needs a minimum length. */
  isWhole?: boolean;
  digest?: RunningDigest;
  onEnd?: () => void;
};

/** Fails when too large, not a ZIP, cut, idle or too slow. Never destroys `source`: the response needs its socket. */
export function receivePart(
  source: Readable,
  { limit, idleMs, begins, isWhole, digest, onEnd }: PartBounds,
): BodyReceiver {
  let size = 0;
  let head = Buffer.alloc(0);
  let failure: AppError | undefined;

  const body = new Readable({
    // Object mode keeps chunks as they are; byte mode would copy and join them.
    objectMode: true,
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
    if (begins && head.length < ZIP_MAGIC.length) {
      head = Buffer.concat([head, chunk.subarray(0, ZIP_MAGIC.length - head.length)]);
      if (head.equals(EMPTY_ZIP_MAGIC)) return fail(new AppError('zip-empty'));
      if (!ZIP_SIGNATURES.some((magic) => startsLike(magic, head))) return fail(noZip());
    }
    digest?.update(chunk);
    if (!body.push(chunk)) source.pause();
  };
  const onAll = () => {
    if (isWhole && size === 0) return fail(new AppError('file-empty'));
    if (isWhole && size < ZIP_MAGIC.length) return fail(noZip());
    onEnd?.();
    detach();
    body.push(null);
  };
  const onConnectionLost = () =>
    fail(new AppError('invalid-input', { message: 'O envio foi interrompido.' }));
  const onSlow = () => fail(new AppError('invalid-input', { message: TOO_SLOW }));
  const rate = watchMinimumRate(source, idleMs, onSlow);
  const detach = () => {
    rate.stop();
    source.off('data', onData).off('end', onAll).off('close', onConnectionLost);
  };
  source.on('data', onData).on('end', onAll).on('close', onConnectionLost);
  // This listener stays attached, since the socket may fail after the body ended.
  source.on('error', onConnectionLost);
  // Prevents an unhandled error event before a consumer listens.
  body.on('error', () => {});
  return {
    body,
    failure: () => failure,
    end: fail,
  };
}

const startsLike = (magic: Buffer, head: Buffer): boolean => head.equals(magic.subarray(0, head.length));
const noZip = (): AppError => new AppError('not-a-zip', { message: NOT_A_ZIP_TEXT });

/** Calls `slow` below {@link MIN_BYTES_PER_WINDOW} per window; ignores the time in which the source is paused. */
function watchMinimumRate(source: Readable, windowMs: number, slow: () => void) {
  let lastAt = Date.now();
  let moved = 0;
  let ticks = 0;
  const check = () => {
    if (source.isPaused()) {
      lastAt = Date.now();
      return;
    }
    if (Date.now() - lastAt >= windowMs) return slow();
    if (++ticks < CHECKS_PER_WINDOW) return;
    if (moved < MIN_BYTES_PER_WINDOW) return slow();
    ticks = 0;
    moved = 0;
  };
  const timer = setInterval(check, Math.max(CHECKS_PER_WINDOW, windowMs / CHECKS_PER_WINDOW));
  return {
    moved(bytes: number) {
      lastAt = Date.now();
      moved += bytes;
    },
    stop: () => clearInterval(timer),
  };
}
