import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { loadConfig } from '@g2/kit/env';
import type { RpcClient } from '@g2/kit/grpc-client';
import { serveRpc } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import type { RunningService } from '@g2/kit/service';
import { createTestEnvironment, rpcWithLongDeadline, type TestEnvironment } from '@g2/kit/testing';
import { RegistrationsService } from '@g2/proto/registration';
import { StorageService } from '@g2/proto/storage';
import { AppError } from '@g2/terms/errors';
import { ZipFile } from 'yazl';
import { type Config, config } from '../src/config.ts';
import type { HoldStatus } from '../src/domain/removal.ts';
import type { ObjectStore } from '../src/objects/objects.ts';
import { openObjects } from '../src/objects/open-objects.ts';
import { start } from '../src/service.ts';

export const silent = createLogger('storage-hashing', 'silent');

/** An unused port, for tests without removals. */
export const NO_PEER = { REGISTRATION_GRPC: '127.0.0.1:1' };

/** Environment variables of a driver; undefined when the driver is unavailable. */
export function driverEnvironment(
  testEnv: TestEnvironment,
  driver: 'fs' | 's3',
  folder: string,
): Record<string, string> | undefined {
  if (driver === 'fs') return { ...NO_PEER, STORAGE_DIR: folder };
  if (!testEnv.s3) return undefined;
  const { endpoint, accessKey, secretKey } = testEnv.s3;
  const bucket = `t-${randomUUID()}`;
  return {
    ...NO_PEER,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_BUCKET: bucket,
  };
}

/** A fake registration; by default it releases every object. */
type Registration = { address: string; holds: Map<string, HoldStatus | AppError>; asked: Asked[] };
type Asked = { objectKey: string; ticketId: string };

export type World = {
  testEnv: TestEnvironment;
  registration: Registration;
  base: string;
  config: Config;
  running: RunningService;
  objects: ObjectStore;
  rpc: RpcClient<typeof StorageService>;
  sql(query: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  keysIn(): Promise<string[]>;
  close(): Promise<void>;
};

/** The real service on a driver, with client and database access; undefined when the driver is unavailable. */
export async function openWorld(
  driver: 'fs' | 's3',
  extra: Record<string, string> = {},
): Promise<World | undefined> {
  const testEnv = await createTestEnvironment();
  const folder = await mkdtemp(join(tmpdir(), 'g2-objects-'));
  const driving = driverEnvironment(testEnv, driver, folder);
  if (!driving) {
    await testEnv.close();
    return undefined;
  }
  const registration = await serveRegistration(testEnv);
  const own = { ...driving, REGISTRATION_GRPC: registration.address, ...extra };
  const read = loadConfig(config, testEnv.env('storage-hashing', own));
  const running = await start(read, { log: silent });
  const objects = openObjects(read, silent);
  const rpc = rpcWithLongDeadline(StorageService, `127.0.0.1:${running.grpcPort}`);
  const pool = testEnv.pool({ connectionString: read.DATABASE_URL, max: 2 });
  return {
    testEnv,
    registration,
    config: read,
    running,
    objects,
    rpc,
    base: `http://127.0.0.1:${running.httpPort}`,
    sql: async (query, values) => (await pool.query(query, values)).rows,
    keysIn: async () => (await Array.fromAsync(objects.list())).sort(),
    async close() {
      rpc.close();
      objects.close();
      await running.stop();
      await registration.stop();
      await testEnv.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serveRegistration(
  testEnv: TestEnvironment,
): Promise<Registration & { stop(): Promise<void> }> {
  const holds: Registration['holds'] = new Map();
  const requests: Asked[] = [];
  const { isObjectHeld } = RegistrationsService;
  const server = await serveRpc({
    host: '127.0.0.1',
    port: 0,
    log: silent,
    keys: testEnv.keys('registration'),
    definition: { isObjectHeld },
    table: {
      isObjectHeld: {
        allow: ['service:storage-hashing'],
        async run(request) {
          requests.push(request);
          const answer = holds.get(request.objectKey) ?? { held: false, pending: false };
          if (answer instanceof AppError) throw answer;
          return answer;
        },
      },
    },
  });
  return { holds, asked: requests, address: `127.0.0.1:${server.port}`, stop: () => server.stop(0) };
}

/** A ZIP with one file of random content per size. */
export async function zipOf(sizes: number[]): Promise<Buffer> {
  const zip = new ZipFile();
  sizes.forEach((size, i) => {
    zip.addBuffer(randomBytes(size), `código/ção-${i}.ts`, { compress: false });
  });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadStream);
}

export type Claims = { jti: string; registrationId: string; userId: string; fileName: string };

export const newClaims = (): Claims => ({
  jti: newId(),
  registrationId: newId(),
  userId: newId(),
  fileName: 'código.zip',
});

export const uploadTicketFor = (
  testEnv: TestEnvironment,
  claims: Claims = newClaims(),
  seconds = 600,
): Promise<string> => testEnv.keys('registration').sign('upload-ticket', claims, seconds);

export type Answer = {
  status: number;
  body: { code?: string; receipt?: string; sha256?: string; size?: number; entries?: number };
};

/** Sends PUT /uploads: a Buffer with its length, a stream chunked. */
export async function putUpload(
  base: string,
  ticket: string,
  body?: Buffer | ReadableStream,
): Promise<Answer> {
  const response = await fetch(`${base}/uploads`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ticket}`, 'content-type': 'application/zip' },
    ...(body === undefined ? {} : { body: body instanceof Buffer ? new Uint8Array(body) : body }),
    duplex: 'half',
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Starts PUT /uploads; the test writes its body. */
export function rawPut(base: string, ticket: string, headers: Record<string, string | number>) {
  const request = http.request(`${base}/uploads`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ticket}`, ...headers },
  });
  const reply = new Promise<Answer>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(body) as Answer['body'] }),
        reject,
      );
    });
  });
  reply.catch(() => {});
  return { request, answer: reply };
}

/** Uploads a small ZIP; returns its claims and key. */
export async function uploadOne(world: World) {
  const claims = newClaims();
  const zip = await zipOf([2_000]);
  const { body } = await putUpload(world.base, await uploadTicketFor(world.testEnv, claims), zip);
  const [row] = await world.sql('SELECT key FROM objects WHERE jti = $1', [claims.jti]);
  return { ...claims, key: String(row?.key), sha256: body.sha256 ?? '', size: zip.length };
}
