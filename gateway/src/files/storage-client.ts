import type { Readable } from 'node:stream';
import { CLIENT_KEEP_ALIVE_MS } from '@g2/kit/http';
import { readCa } from '@g2/kit/internal-tls';
import { requestContext } from '@g2/kit/log';
import { inSpan, SpanKind, traceHeaders } from '@g2/kit/telemetry';
import { AppError, isErrorCode } from '@g2/terms/errors';
import { Agent, type Dispatcher } from 'undici';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { createRoom, type Room } from './semaphore.ts';

const stored = z.object({ receipt: z.string() });
type Stored = z.infer<typeof stored>;

/** `offset` and `size` in bytes. `stored` is set when the upload is complete. */
const came = z.object({ offset: z.number(), size: z.number(), stored: stored.optional() });
export type UploadProgress = z.infer<typeof came>;

/** Upload state in storage-hashing. */
const standing = z.object({
  state: z.string(),
  offset: z.number(),
  size: z.number().nullable(),
  sha256: z.string().nullable(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  isBusy: z.boolean(),
});

export type StorageClient = {
  /** @param length bytes @returns the signed receipt to commit @throws AppError refusals of storage; unavailable */
  put(
    ticket: string,
    body: Readable,
    length: number | undefined,
    sha256: string | undefined,
  ): Promise<Stored>;
  /** Starts a resumable upload. @param size bytes @throws AppError */
  begin(ticket: string, size: number, sha256: string | undefined): Promise<void>;
  /** Appends from `offset`. @throws AppError upload-offset, upload-superseded, or the refusal of the file */
  append(ticket: string, body: Readable, length: number | undefined, offset: number): Promise<UploadProgress>;
  /** Ends a running request and returns the offset to resume from. @throws AppError as append */
  finish(ticket: string): Promise<UploadProgress>;
  /** @returns undefined when storage does not know the upload */
  getStatus(ticket: string): Promise<z.infer<typeof standing> | undefined>;
  abort(ticket: string): Promise<void>;
  /** Reads the object, or its headers with HEAD: 200, 206, 304 or 416. @throws AppError for any other status */
  get(
    ticket: string,
    headers: Record<string, string>,
    method: 'GET' | 'HEAD',
  ): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
};

/** Time that storage may take to sync a file to disk and to inspect the ZIP, ms. */
const FINISH_MS = 120_000;

/** Maximum number of connections of this replica to storage, and the maximum wait for a free one, ms. */
export type Lanes = { uploads: number; downloads: number; waitMs: number };
const LANES: Lanes = { uploads: 96, downloads: 160, waitMs: 5_000 };

/** Maximum number of connections for requests without file content. */
const SMALL = 32;

const UPLOADS = '/uploads';
const hashHeader = (sha256: string | undefined) =>
  sha256 === undefined ? {} : { 'x-content-sha256': sha256 };
const bytesOf = (length: number | undefined) => ({
  'content-type': 'application/octet-stream',
  ...(length === undefined ? {} : { 'content-length': String(length) }),
});

type Lane = { room: Room; agent: Agent };

type Ask = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'body' | 'highWaterMark'> & {
  headers: Record<string, string>;
};

export function createStorageClient(
  config: Pick<Config, 'STORAGE_HTTP' | 'TRANSFER_IDLE_MS'> & Partial<Pick<Config, 'TLS_FOLDER'>>,
  { uploads, downloads, waitMs }: Lanes = LANES,
): StorageClient {
  const ca = readCa(config.TLS_FOLDER);
  const lane = (connections: number): Lane => ({
    room: createRoom(connections),
    agent: new Agent({
      connect: { timeout: 3_000, ...(ca ? { ca } : {}) },
      headersTimeout: FINISH_MS,
      // Limits only the time without data. It does not run while the reader applies back-pressure.
      bodyTimeout: config.TRANSFER_IDLE_MS,
      connections,
      pipelining: 1,
      // The second limits the time that storage offers with each response.
      keepAliveTimeout: CLIENT_KEEP_ALIVE_MS,
      keepAliveMaxTimeout: CLIENT_KEEP_ALIVE_MS,
    }),
  });
  const [up, down, small] = [lane(uploads), lane(downloads), lane(SMALL)];
  const context = (ticket: string) => {
    const requestId = requestContext.getStore()?.requestId;
    return {
      authorization: `Bearer ${ticket}`,
      ...(requestId ? { 'x-request-id': requestId } : {}),
      ...traceHeaders(),
    };
  };
  /** Occupies a connection of the lane until the response body is closed. */
  const ask = async ({ room, agent }: Lane, ticket: string, { headers, ...options }: Ask) => {
    const leave = await room.acquire(waitMs);
    return inSpan(
      `${options.method} ${options.path}`,
      SpanKind.CLIENT,
      { 'http.request.method': options.method, 'peer.service': 'storage-hashing' },
      async () => {
        try {
          const all = { ...context(ticket), ...headers };
          const response = await agent.request({ ...options, headers: all, origin: config.STORAGE_HTTP });
          response.body.once('close', leave);
          return response;
        } catch (error) {
          leave();
          throw new AppError('unavailable', { retryAfter: 2 }, error);
        }
      },
    );
  };

  return {
    async begin(ticket, size, sha256) {
      const headers = { 'upload-length': String(size), ...hashHeader(sha256) };
      const response = await ask(small, ticket, { method: 'POST', path: UPLOADS, headers });
      if (response.statusCode !== 201) throw await refusalOf(response);
      await response.body.dump();
    },
    async append(ticket, body, length, offset) {
      const headers = { ...bytesOf(length), 'upload-offset': String(offset) };
      const response = await ask(up, ticket, { method: 'PATCH', path: UPLOADS, headers, body });
      return came.parse(await jsonOf(response));
    },
    async finish(ticket) {
      return came.parse(
        await jsonOf(await ask(small, ticket, { method: 'POST', path: `${UPLOADS}/finish`, headers: {} })),
      );
    },
    async getStatus(ticket) {
      const response = await ask(small, ticket, { method: 'GET', path: UPLOADS, headers: {} });
      if (response.statusCode === 404) {
        await response.body.dump();
        return undefined;
      }
      return standing.parse(await jsonOf(response));
    },
    async abort(ticket) {
      await jsonOf(await ask(small, ticket, { method: 'DELETE', path: UPLOADS, headers: {} }));
    },
    async put(ticket, body, length, sha256) {
      const headers = { ...bytesOf(length), ...hashHeader(sha256) };
      const response = await ask(up, ticket, { method: 'PUT', path: UPLOADS, headers, body });
      return stored.parse(await jsonOf(response));
    },
    async get(ticket, headers, method) {
      const response = await ask(down, ticket, {
        method,
        path: '/objects',
        headers,
        highWaterMark: 1024 * 1024,
      });
      if ([200, 206, 304, 416].includes(response.statusCode)) return response;
      throw await refusalOf(response);
    },
    async close() {
      await Promise.all([up, down, small].map(({ agent }) => agent.destroy()));
    },
  };
}

/** @throws AppError refusal of storage */
async function jsonOf(response: Dispatcher.ResponseData): Promise<unknown> {
  if (response.statusCode !== 200) throw await refusalOf(response);
  return response.body.json();
}

async function refusalOf(response: Dispatcher.ResponseData): Promise<AppError> {
  try {
    const jsonOf = (await response.body.json()) as { code?: unknown; message?: unknown };
    if (typeof jsonOf.code === 'string' && isErrorCode(jsonOf.code)) {
      return new AppError(jsonOf.code, typeof jsonOf.message === 'string' ? { message: jsonOf.message } : {});
    }
  } catch {
    // The body is not JSON, such as a proxy's page or a truncated response.
  }
  const cause = new Error(`storage-hashing answered ${response.statusCode} without an error code`);
  return new AppError(response.statusCode >= 500 ? 'unavailable' : 'internal', {}, cause);
}
