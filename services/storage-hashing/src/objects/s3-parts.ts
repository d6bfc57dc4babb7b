import type { Client } from 'minio';
import type { MultipartState, Progress, SaveProgress } from './objects.ts';
import { ignoreUnhandledRejection } from './promises.ts';

/** Minimum part size of S3, bytes; the last part may be smaller. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
/** Part numbers reserved per writer: late parts of a previous writer must not overwrite newer ones. */
const RESERVED_PART_NUMBERS = 4;

type Put = (key: string, query: Record<string, string>, body: Buffer[], size: number) => Promise<string>;
type Needs = { client: Client; bucket: string; put: Put };

/** A fast client's part is sent while the next fills. A slow client waits for each part: a crash loses at most one. */
export async function appendParts(
  { client, bucket, put }: Needs,
  key: string,
  from: Progress,
  source: AsyncIterable<Buffer>,
  size: number,
  keep: SaveProgress,
): Promise<void> {
  const uploadId = await begin({ client, bucket }, key, from, keep);
  const sent = [...from.parts.sent];
  let number = from.parts.used ?? 0;
  let sentBytes = sum(sent);
  let held = blockOf(from.tail);
  let flying = blockOf(null);
  let underWay = Promise.resolve();
  const progress = (tail: Buffer | null, used = number): Progress => ({
    offset: sentBytes + (tail?.length ?? 0),
    parts: { uploadId, used, sent: [...sent] },
    tail,
  });
  let fillStartedAt = Date.now();
  let putMs = 0;
  const send = async (part: number, { chunks, size }: Block) => {
    const sentAt = Date.now();
    const etag = await put(key, { partNumber: String(part), uploadId }, chunks, size);
    putMs = Date.now() - sentAt;
    sent.push({ part, etag, size });
    sentBytes += size;
    flying = blockOf(null);
    await keep(progress(null, number + RESERVED_PART_NUMBERS));
  };
  const sendBlock = async () => {
    await underWay;
    flying = held;
    held = blockOf(null);
    number += 1;
    underWay = ignoreUnhandledRejection(send(number, flying));
  };
  const saveTail = async () => {
    const tail = Buffer.concat([...flying.chunks, ...held.chunks]);
    await keep(progress(tail.length > 0 ? tail : null));
  };
  try {
    for await (const chunk of source) {
      held.chunks.push(chunk);
      held.size += chunk.length;
      if (held.size < MIN_PART_BYTES) continue;
      const filledMs = Date.now() - fillStartedAt;
      await sendBlock();
      if (filledMs > putMs) await underWay;
      fillStartedAt = Date.now();
    }
    await underWay;
    if (held.size > 0 && sentBytes + held.size === size) await sendBlock();
    await underWay;
  } catch (error) {
    // Keeps the received bytes when the source or S3 fails.
    await underWay.catch(() => {});
    await saveTail();
    throw error;
  }
  await saveTail();
}

/** Begins or continues a multipart upload. Saves its id at once, since S3 keeps an upload with a lost id. */
async function begin(
  { client, bucket }: Pick<Needs, 'client' | 'bucket'>,
  key: string,
  from: Progress,
  keep: SaveProgress,
): Promise<string> {
  const { uploadId: known, used = 0, sent } = from.parts;
  const uploadId = known ?? (await client.initiateNewMultipartUpload(bucket, key, {}));
  try {
    await keep({ ...from, parts: { uploadId, used: used + RESERVED_PART_NUMBERS, sent } });
  } catch (error) {
    if (known === undefined) await client.abortMultipartUpload(bucket, key, uploadId).catch(() => {});
    throw error;
  }
  return uploadId;
}

/** @throws S3's error */
export async function completeParts(
  { client, bucket }: Pick<Needs, 'client' | 'bucket'>,
  key: string,
  { uploadId, sent }: MultipartState,
): Promise<void> {
  if (uploadId === undefined) throw new Error('an upload without parts cannot be complete');
  const etags = sent.map(({ part, etag }) => ({ part, etag }));
  await client.completeMultipartUpload(bucket, key, uploadId, etags);
}

type Block = { chunks: Buffer[]; size: number };
const blockOf = (tail: Buffer | null): Block =>
  tail === null ? { chunks: [], size: 0 } : { chunks: [tail], size: tail.length };

const sum = (sent: MultipartState['sent']): number => sent.reduce((total, { size }) => total + size, 0);
