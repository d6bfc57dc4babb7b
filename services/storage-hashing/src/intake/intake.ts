import { Readable } from 'node:stream';
import { AppError } from '@g2/terms/errors';
import { BEGINNINGS, EMPTY_ZIP_MAGIC, NO_ZIP, ZIP_MAGIC } from '../archive/magic.ts';
import { type Digest, type RunningDigest, startDigest } from './digest.ts';

export type Intake = {
  /** Fails when the intake does. */
  readonly body: Readable;
  failure(): AppError | undefined;
  end(why: AppError): void;
};

/** Buffered chunks of at most 64 KiB each. */
const BUFFERED = 16;
/** Minimum bytes per window: a trickling transfer blocks a connection. */
export const LEAST_BYTES = 64 * 1024;
const TOO_SLOW = 'O envio parou ou ficou lento demais, e foi encerrado.';
/** Checks per window. */
const TICKS = 10;

export type Whole = Intake & {
  /** Only after `body` was read to its end. */
  digest(): Digest;
};

type Bounds = {
  /** Bytes. */
  limit: number;
  /** Window, ms; time waiting for the object store does not count. */
  idleMs: number;
};

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
  begins: boolean;
  /** The file also ends here; a part may have any length. */
  isWhole?: boolean;
  digest?: RunningDigest;
  onEnd?: () => void;
};

/**
 * Fails when too large, not a ZIP, cut, idle, or slower than {@link LEAST_BYTES} per window. Applies back-pressure.
 * Never destroys `source`: the response needs its socket.
 */
export function receivePart(
  source: Readable,
  { limit, idleMs, begins, isWhole, digest, onEnd }: PartBounds,
): Intake {
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
  // Stays attached: the socket may fail later.
  source.on('error', onCut);
  // Prevents an unhandled error before the writer listens.
  body.on('error', () => {});
  return {
    body,
    failure: () => failure,
    end: fail,
  };
}

const startsLike = (magic: Buffer, head: Buffer): boolean => head.equals(magic.subarray(0, head.length));
const noZip = (): AppError => new AppError('not-a-zip', { message: NO_ZIP });

/** Calls `slow` below {@link LEAST_BYTES} per window; ignores the time in which the source is paused. */
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
