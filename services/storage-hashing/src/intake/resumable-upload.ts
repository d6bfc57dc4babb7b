import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import type { MultipartState, Progress } from '../objects/objects.ts';
import type { Upload } from '../store/uploads.ts';
import type { UploadTicket } from '../tickets.ts';
import { digestOf, type RunningDigest, startDigest } from './digest.ts';
import { discardRefused, finishUpload, type StoredUpload, signReceipt, uploadRefusal } from './finish.ts';
import { type BodyReceiver, receivePart } from './receive.ts';

/** Received and total bytes; `stored` is set once the upload is complete. */
type Came = { offset: number; size: number; stored?: StoredUpload };

export type ResumableUploads = {
  /** @throws AppError upload-offset, file-too-large, or the error that refused the upload */
  add(ticket: UploadTicket, source: IncomingMessage, offset: number): Promise<Came>;
  /** Interrupts a request under way. Returns the offset to resume from, or completes the upload. */
  settle(ticket: UploadTicket): Promise<Came>;
  isBusy(jti: string): boolean;
  end(ticket: UploadTicket): Promise<Record<string, never>>;
};

/** Interval for checking that no other process writes the upload, ms. */
const WATCH_MS = 2_000;
/** Maximum number of paused uploads with a running hash in memory. */
const REMEMBERED = 500;

type Turn = { stop: (why: AppError) => void; over: Promise<void> };

/**
 * One request at a time writes an upload. A later request replaces it, also in another process, through the
 * row's `writer`. Hashes run in memory; after another process received a part, the object is read again,
 * which is cheaper than storing hash state.
 */
export function createResumableUploads(deps: Deps): ResumableUploads {
  const { store, objects, config, log } = deps;
  const turns = new Map<string, Turn>();
  const digests = new Map<string, RunningDigest>();

  /** Ends the request under way in this process and waits until its bytes are saved. */
  const interruptActive = async (jti: string): Promise<void> => {
    const turn = turns.get(jti);
    turn?.stop(new AppError('upload-superseded'));
    await turn?.over;
  };

  const forget = (jti: string) => void digests.delete(jti);

  const remember = (jti: string, digest: RunningDigest) => {
    digests.delete(jti);
    digests.set(jti, digest);
    for (const oldest of digests.keys()) {
      if (digests.size <= REMEMBERED) break;
      digests.delete(oldest);
    }
  };

  /** Makes this request the only writer. @throws AppError when the upload has ended */
  const becomeWriter = async (jti: string, writer: string) => {
    const upload = await store.uploads.takeOver(jti, writer);
    if (upload) return upload;
    const finished = await store.uploads.find(jti);
    // An earlier request completed the upload: the client must query the offset.
    throw finished?.state === 'stored' ? new AppError('upload-offset') : uploadRefusal(finished);
  };

  const receiveBytes = async (
    jti: string,
    writer: string,
    intake: BodyReceiver,
    from: Progress,
    key: string,
    size: number,
  ) => {
    const digest = from.offset === 0 ? startDigest() : digests.get(jti);
    const runningDigest = digest?.size === from.offset ? digest : undefined;
    let came = from.offset;
    const keep = async (progress: Progress) => {
      if (!(await store.uploads.keep(jti, writer, progress))) throw new AppError('upload-superseded');
      came = progress.offset;
    };
    const hashed = async function* () {
      for await (const chunk of intake.body as AsyncIterable<Buffer>) {
        runningDigest?.update(chunk);
        yield chunk;
      }
    };
    try {
      await objects.append(key, from, hashed(), size, keep);
    } catch (error) {
      throw intake.failure() ?? error;
    } finally {
      if (runningDigest?.size === came) remember(jti, runningDigest);
      else forget(jti);
    }
    return came;
  };

  const add: ResumableUploads['add'] = async (ticket, source, offset) => {
    const { jti } = ticket;
    const writer = newId();
    await interruptActive(jti);
    const upload = await becomeWriter(jti, writer);
    const { objectKey: key, progress } = upload;
    const size = upload.size ?? 0;
    if (offset !== progress.offset) throw new AppError('upload-offset');
    const declared = Number(source.headers['content-length'] ?? 0);
    if (offset + declared > size)
      throw new AppError('file-too-large', { message: 'Vieram mais bytes do que o anunciado.' });
    const bounds = { limit: size - offset, idleMs: config.IDLE_MS, begins: offset === 0 };
    const intake = receivePart(source, bounds);
    const finished = Promise.withResolvers<void>();
    const turn = { stop: (why: AppError) => intake.end(why), over: finished.promise };
    turns.set(jti, turn);
    const stopWatching = watch(jti, writer, intake);
    try {
      const came = await receiveBytes(jti, writer, intake, progress, key, size);
      if (came < size) return { offset: came, size };
      return { offset: size, size, stored: await complete(ticket, writer) };
    } catch (error) {
      // Received bytes are kept for a retry, unless the file itself is invalid.
      const failure = intake.failure();
      if (failure && isContentError(failure)) await discardRefused(deps, jti, key, failure);
      throw error;
    } finally {
      stopWatching();
      finished.resolve();
      if (turns.get(jti) === turn) turns.delete(jti);
    }
  };

  const watch = (jti: string, writer: string, intake: BodyReceiver) => {
    const timer = setInterval(() => {
      store.uploads.isOurs(jti, writer).then(
        (ours) => ours || intake.end(new AppError('upload-superseded')),
        (error: unknown) => log.warn({ err: error }, 'the owner of an upload could not be read'),
      );
    }, WATCH_MS);
    return () => clearInterval(timer);
  };

  /** Sends the bytes that the database row contains, because S3 was unavailable when they arrived. */
  const flushTail = async (
    upload: Upload & { progress: Progress },
    jti: string,
    writer: string,
  ): Promise<MultipartState> => {
    const { objectKey: key, progress, size } = upload;
    if (progress.tail === null) return progress.parts;
    let { parts } = progress;
    const keep = async (kept: Progress) => {
      if (!(await store.uploads.keep(jti, writer, kept))) throw new AppError('upload-superseded');
      parts = kept.parts;
    };
    await objects.append(key, progress, Readable.from([]), size ?? 0, keep);
    return parts;
  };

  /** @throws AppError that refused the upload */
  const complete = async (ticket: UploadTicket, writer: string): Promise<StoredUpload> => {
    const { jti } = ticket;
    const upload = await becomeWriter(jti, writer);
    const { objectKey: key } = upload;
    const size = upload.size ?? 0;
    try {
      await objects.complete(key, await flushTail(upload, jti, writer), size);
      const running = digests.get(jti);
      const digest = running?.size === size ? running.end() : await digestOf(await objects.get(key));
      forget(jti);
      return await finishUpload(deps, ticket, key, { digest, declared: upload.declaredSha256 ?? undefined });
    } catch (error) {
      forget(jti);
      // Another request may have completed the upload concurrently.
      const object = await store.uploads.stored(jti);
      if (object) return await signReceipt(deps, ticket, object);
      await discardRefused(deps, jti, key, error);
      throw error;
    }
  };

  const settle: ResumableUploads['settle'] = async (ticket) => {
    const { jti } = ticket;
    await interruptActive(jti);
    const upload = await store.uploads.find(jti);
    if (!upload || upload.size === null) throw new AppError('not-found');
    const { state, offset, size } = upload;
    if (state === 'receiving' && offset < size) {
      // Fails before the client sends more bytes if the object store is unavailable.
      await objects.check(size - offset);
      return { offset, size };
    }
    if (state === 'receiving') return { offset, size, stored: await complete(ticket, newId()) };
    const object = await store.uploads.stored(jti);
    if (!object) throw uploadRefusal(upload);
    return { offset: size, size, stored: await signReceipt(deps, ticket, object) };
  };

  const end: ResumableUploads['end'] = async ({ jti }) => {
    await interruptActive(jti);
    forget(jti);
    const upload = await store.uploads.find(jti);
    if (upload?.state === 'receiving')
      await discardRefused(deps, jti, upload.objectKey, new AppError('not-found'));
    return {};
  };

  return { add, settle, end, isBusy: (jti) => turns.has(jti) };
}

/** True when the content is invalid, as opposed to a transfer error. */
const isContentError = ({ code }: AppError): boolean => code === 'not-a-zip' || code === 'zip-empty';
