import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '@g2/kit/log';
import type { Client } from 'minio';
import { ignoreUnhandledRejection } from './promises.ts';
import type { WriteOnce } from './s3-write-once.ts';

/** Part size, bytes. S3 accepts parts of at least 5 MiB, and at most 10,000 parts. */
const PART = 8 * 1024 * 1024;
const URL_SECONDS = 3_600;

type Parts = {
  client: Client;
  bucket: string;
  agent: http.Agent;
  idleMs: number;
  log: Logger;
  once: WriteOnce;
};
type Upload = {
  whole: (key: string, source: Readable, length?: number) => Promise<void>;
  /** Returns the ETag. */
  part: (key: string, query: Record<string, string>, body: Buffer[], length: number) => Promise<string>;
};

/** Payloads are unsigned: the service's SHA-256 proves the content, and hashing twice would halve the speed. */
export function createS3Upload({ client, bucket, agent, idleMs, log, once }: Parts): Upload {
  const urlFor = (key: string, query: Record<string, string> = {}) =>
    client.presignedUrl('PUT', bucket, key, URL_SECONDS, query);
  const send = async (url: string, body: Body, length: number) =>
    putOnce({ url, body, length, agent, idleMs, once });

  const inParts = async (key: string, first: Buffer, rest: AsyncIterable<Buffer>): Promise<void> => {
    const uploadId = await client.initiateNewMultipartUpload(bucket, key, {});
    const parts: { part: number; etag: string }[] = [];
    const sendPart = async (part: number, body: Buffer) => {
      const url = await urlFor(key, { partNumber: String(part), uploadId });
      parts.push({ part, etag: await send(url, body, body.length) });
    };
    let number = 1;
    let underWay = ignoreUnhandledRejection(sendPart(number, first));
    try {
      for await (const body of rest) {
        await underWay;
        underWay = ignoreUnhandledRejection(sendPart(++number, body));
      }
      await underWay;
      await client.completeMultipartUpload(bucket, key, uploadId, parts);
    } catch (error) {
      // Waits, since a part that arrives after the abort would be stored and billed.
      await underWay.catch(() => {});
      await client.abortMultipartUpload(bucket, key, uploadId).catch((fault: unknown) => {
        log.warn({ err: fault, key }, 'an unfinished upload stays until it is swept');
      });
      throw error;
    }
  };

  return {
    async whole(key, source, length) {
      if (length !== undefined) {
        await send(await urlFor(key), source, length);
        return;
      }
      const blocks = inBlocks(source);
      const { value: first } = await blocks.next();
      if (first && first.length === PART) await inParts(key, first, blocks);
      else await send(await urlFor(key), first ?? Buffer.alloc(0), first?.length ?? 0);
    },
    part: async (key, query, body, length) => send(await urlFor(key, query), body, length),
  };
}

async function* inBlocks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.length;
    while (size >= PART) {
      const all = Buffer.concat(held, size);
      yield all.subarray(0, PART);
      held = [all.subarray(PART)];
      size -= PART;
    }
  }
  if (size > 0) yield Buffer.concat(held, size);
  return undefined;
}

type Body = Readable | Buffer | Buffer[];
type PutOnce = {
  url: string;
  body: Body;
  length: number;
  agent: http.Agent;
  idleMs: number;
  once: WriteOnce;
};

/** Returns the ETag. Always releases socket and listeners. */
async function putOnce({ url, body, length, agent, idleMs, once }: PutOnce): Promise<string> {
  const request = (url.startsWith('https:') ? https : http).request(url, {
    method: 'PUT',
    agent,
    headers: { 'content-length': length },
  });
  once.watch(request);
  request.setTimeout(idleMs, () => request.destroy(new Error(`S3 was silent for ${idleMs} ms`)));
  const answered = ignoreUnhandledRejection(
    new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.on('error', reject);
    }),
  );
  const sending = ignoreUnhandledRejection(pipeline(Buffer.isBuffer(body) ? [body] : body, request));
  try {
    // S3 may respond before the body is sent, and a failed source must not wait for a response.
    const response = await Promise.race([answered, sending.then(() => answered)]);
    const body = await text(response);
    if (response.statusCode !== 200) {
      throw new Error(`S3 answered ${response.statusCode}: ${body.slice(0, 300)}`);
    }
    await sending;
    return response.headers.etag?.replaceAll('"', '') ?? '';
  } catch (error) {
    request.destroy();
    if (!(body instanceof Readable)) throw error;
    body.destroy();
    throw body.errored ?? error;
  }
}
