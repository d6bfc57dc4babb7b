import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import { Client, S3Error } from 'minio';
import { isObjectKey } from '../domain/object-key.ts';
import { alreadyExistsError, type ObjectStore } from './objects.ts';
import { onceDone } from './promises.ts';
import { createObjectLock } from './s3-lock.ts';
import { appendParts, completeParts } from './s3-parts.ts';
import { createS3Upload } from './s3-upload.ts';
import { createWriteOnce, type WriteOnce } from './s3-write-once.ts';

export type S3Options = {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region: string;
};

/** Maximum time without a response, ms. Exceeds the idle time of clients, so that their limit applies first. */
const IDLE_MS = 60_000;
const ABSENT = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket', 'NoSuchUpload']);
const isAbsent = (error: unknown): boolean => error instanceof S3Error && ABSENT.has(error.code ?? '');

/** Object store on S3 with basic calls only. Creates a missing bucket on the first write. */
export function openS3Objects(options: S3Options, log: Logger): ObjectStore {
  const { bucket } = options;
  const once = createWriteOnce();
  const { client, agent } = connect(options, once);
  const upload = createS3Upload({ client, bucket, agent, idleMs: IDLE_MS, log, once });
  const lock = createObjectLock(client, bucket, log);
  const checked = (key: string): string => {
    if (!isObjectKey(key)) throw new AppError('not-found');
    return key;
  };
  const ensureBucket = onceDone(() => makeBucket(client, options));
  return {
    async put(key, source, length) {
      checked(key);
      await ensureBucket();
      // The only protection of an existing object where S3 ignores `If-None-Match`.
      if (await this.stat(key)) throw alreadyExistsError(key);
      await upload.whole(key, source, length);
    },
    async append(key, from, source, size, keep) {
      checked(key);
      await ensureBucket();
      const needs = { client, bucket, put: upload.part };
      await appendParts(needs, key, from, source, size, keep).catch((error: unknown) => {
        throw isAbsent(error) ? new AppError('upload-ticket-used') : error;
      });
    },
    async check() {
      await client.bucketExists(bucket);
    },
    async complete(key, parts, size) {
      try {
        await completeParts({ client, bucket }, checked(key), parts);
      } catch (error) {
        const isTaken = error instanceof S3Error && error.code === 'PreconditionFailed';
        const isWhole = (isAbsent(error) || isTaken) && (await this.stat(key))?.size === size;
        if (isTaken && !isWhole) throw alreadyExistsError(key);
        if (!isWhole) throw isAbsent(error) ? new AppError('upload-ticket-used') : error;
      }
    },
    async get(key, range) {
      const length = range ? range.end - range.start + 1 : 0;
      return await client
        .getPartialObject(bucket, checked(key), range?.start ?? 0, length)
        .catch((error: unknown) => {
          throw isAbsent(error) ? new AppError('not-found') : error;
        });
    },
    async stat(key) {
      try {
        return { size: (await client.statObject(bucket, checked(key))).size };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    retain: (key, until) => lock.retain(checked(key), until),
    async remove(key) {
      await lock.remove(checked(key)).catch(unlessAbsent);
      await client.removeIncompleteUpload(bucket, key).catch(unlessAbsent);
    },
    async *list() {
      const items = client.listObjectsV2(bucket, '', true) as Readable & AsyncIterable<Item>;
      try {
        for await (const { name } of items) if (name && isObjectKey(name)) yield name;
      } catch (error) {
        unlessAbsent(error);
      }
    },
    sweepStaging: (before) => sweepUploads(client, bucket, before).catch(noneIfAbsent),
    close: () => agent.destroy(),
  };
}

type Item = { name?: string };
type Unfinished = { key: string; uploadId: string; initiated?: Date };

function connect({ endpoint, accessKey, secretKey, region }: S3Options, once: WriteOnce) {
  const url = new URL(endpoint);
  const useSSL = url.protocol === 'https:';
  const agent = useSSL ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  const client = new Client({
    endPoint: url.hostname,
    port: Number(url.port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region,
    transportAgent: agent,
    transport: idleTransport(useSSL ? https.request : http.request, once),
    // The caller decides about retries.
    retryOptions: { disableRetry: true },
  });
  return { client, agent };
}

/** Without a socket time-out the client waits forever for a silent S3. */
function idleTransport(request: typeof http.request, once: WriteOnce): { request: typeof http.request } {
  const withTimeout = (...args: Parameters<typeof http.request>) => {
    const made = request(...args);
    once.watch(made);
    made.setTimeout(IDLE_MS, () => made.destroy(new Error(`S3 was silent for ${IDLE_MS} ms`)));
    return made;
  };
  return { request: withTimeout as typeof http.request };
}

async function makeBucket(client: Client, { bucket, region }: S3Options): Promise<void> {
  if (await client.bucketExists(bucket)) return;
  await client.makeBucket(bucket, region).catch((error: unknown) => {
    const raced = error instanceof S3Error && error.code === 'BucketAlreadyOwnedByYou';
    if (!raced) throw error;
  });
}

async function sweepUploads(client: Client, bucket: string, before: Date): Promise<number> {
  let swept = 0;
  const uploads = client.listIncompleteUploads(bucket, '', true) as Readable & AsyncIterable<Unfinished>;
  for await (const { key, uploadId, initiated } of uploads) {
    if (!isObjectKey(key) || !initiated || new Date(initiated) >= before) continue;
    await client.abortMultipartUpload(bucket, key, uploadId).catch(unlessAbsent);
    swept++;
  }
  return swept;
}

function unlessAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error;
}

function noneIfAbsent(error: unknown): number {
  unlessAbsent(error);
  return 0;
}
