import { Readable } from 'node:stream';
import { AppError } from '@g2/terms/errors';
import { BEGINNINGS, EMPTY_ZIP_MAGIC, NO_ZIP, ZIP_MAGIC } from '../archive/magic.ts';
import { type Digest, type RunningDigest, startDigest } from './digest.ts';

export type Intake = {
  /** The bytes, on their way to the object store; fails when the intake does. */
  readonly body: Readable;
  /** Why the intake failed, if it did. */
  failure(): AppError | undefined;
  /** Ends it from this side. */
  end(why: AppError): void;
};

/** Chunks of a socket, 64 KiB at most each, that may wait for the object store. */
const BUFFERED = 16;
/** Bytes that must come in each window: a transfer that trickles holds a connection that others wait for. */
export const LEAST_BYTES = 64 * 1024;
const TOO_SLOW = 'O envio parou ou ficou lento demais, e foi encerrado.';
/** How often a window is looked at. */
const TICKS = 10;

export type Whole = Intake & {
  /** What came in. Only once `body` was read to its end. */
  digest(): Digest;
};

type Bounds = {
  /** Bytes. */
  limit: number;
  /** The window; time spent waiting for the object store does not count, ms. */
  idleMs: number;
};

/** Takes in a whole file, and hashes each chunk as it passes. */
export function receive(source: Readable, bounds: Bounds): Whole {
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
  /** Whether the file begins here: then it must begin as a ZIP. */
  begins: boolean;
  /** Whether it ends here as well; a part may be of any length. */
  isWhole?: boolean;
  digest?: RunningDigest;
  onEnd?: () => void;
};

/**
 * Takes in a request's body, a file or a part of one, with back-pressure, and ends what is too large, no ZIP by its
 * first bytes, cut, idle, or slower than {@link LEAST_BYTES} a window. Never destroys `source`: an answer may have to go
 * out on its socket.
 */
export function receivePart(
  source: Readable,
  { limit, idleMs, begins, isWhole, digest, onEnd }: PartBounds,
): Intake {
  let size = 0;
  let head = Buffer.alloc(0);
  let failure: AppError | undefined;

  const body = new Readable({
    // Chunk by chunk: as mere bytes, whoever iterates would be given copies, several chunks in one.
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
      if (!BEGINNINGS.some((magic) => startsLike(magic, head))) return fail(noZip());
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
  const onCut = () => fail(new AppError('invalid-input', { message: 'O envio foi interrompido.' }));
  const onSlow = () => fail(new AppError('invalid-input', { message: TOO_SLOW }));
  const rate = watchRate(source, idleMs, onSlow);
  const detach = () => {
    rate.stop();
    source.off('data', onData).off('end', onAll).off('close', onCut);
  };
  source.on('data', onData).on('end', onAll).on('close', onCut);
  // Stays after the rest is detached: a socket may fail later, when nobody else listens.
  source.on('error', onCut);
  // Whoever writes the body hears of a failure from the body; a failure before that must not end the process.
  body.on('error', () => {});
  return {
    body,
    failure: () => failure,
    end: fail,
  };
}

const startsLike = (magic: Buffer, head: Buffer): boolean => head.equals(magic.subarray(0, head.length));
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
