import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { eventually } from '@g2/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  newClaims,
  openWorld,
  putUpload,
  rawPut,
  uploadTicketFor,
  type World,
  zipOf,
} from '../../../services/storage-hashing/test/world.ts';
import { type Server, startMinio } from '../../stack/infra.ts';

const MB = 1_000_000;
/**
 * Time to wait for recovery, ms. Longer than the 60 s after which a call to a hanging store times out and is retried.
 */
const RECOVERS_MS = 75_000;
const folder = mkdtempSync(join(tmpdir(), 'g2-small-disk-'));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Mounts a small file system that can fill up. @returns its path, or false where mounting is not allowed */
function smallDisk(name: string, bytes: number): string | false {
  const path = join(folder, name);
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'g2', path], { stdio: 'pipe' });
    return path;
  } catch (error) {
    console.log(`no file system can be mounted here, full disks are skipped: ${String(error).slice(0, 120)}`);
    return false;
  }
}

type StoreUnderTest = { world: World; disk: string | false; minio?: Minio };
type Minio = { kill(): Promise<void>; start(): Promise<void>; stop(): Promise<void> };

async function onFiles(): Promise<StoreUnderTest> {
  const disk = smallDisk('files', 40 * MB);
  const world = await openWorld('fs', { STORAGE_DIR: disk || join(folder, 'files') });
  return { world: world as World, disk };
}

async function onMinio(): Promise<StoreUnderTest> {
  const disk = smallDisk('s3', 100 * MB);
  const dataDir = join(disk || join(folder, 's3'), 'minio');
  const started = await startMinio({ dataDir });
  const { port, endpoint, accessKey, secretKey } = started;
  let server: Server = started;
  const world = await openWorld('fs', {
    STORAGE_DIR: '',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_BUCKET: 'g2-objects',
  });
  const minio: Minio = {
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    async start() {
      server = await startMinio({ dataDir, port });
    },
    stop: () => server.stop(),
  };
  return { world: world as World, disk, minio };
}

/** Fills the disk except for `free` bytes. @returns function that removes the filler */
function fill(disk: string, free: number): () => void {
  const path = join(disk, 'filler');
  const [, left = '0'] = execFileSync('df', ['--output=avail', '-B1', disk], { encoding: 'utf8' }).split(
    '\n',
  );
  writeFileSync(path, Buffer.alloc(Math.max(0, Number(left) - free)));
  return () => rmSync(path);
}

type UploadResponse = { status: number; body: Record<string, unknown> };

/** Sends the ZIP from `offset` to its end. Rejects when the connection is cut. */
function sendPart(world: World, ticket: string, zip: Buffer, offset: number): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${world.base}/uploads`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${ticket}`,
        'upload-offset': offset,
        'content-length': zip.length - offset,
      },
    });
    request.on('error', reject).on('response', (response) => {
      json(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body: body as UploadResponse['body'] }),
        reject,
      );
    });
    request.end(zip.subarray(offset));
  });
}

async function ask(
  world: World,
  path: string,
  ticket: string,
  headers: Record<string, string> = {},
): Promise<UploadResponse> {
  const response = await fetch(world.base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${ticket}`, ...headers },
  });
  return { status: response.status, body: (await response.json()) as UploadResponse['body'] };
}

const begin = (world: World, ticket: string, zip: Buffer) =>
  ask(world, '/uploads', ticket, { 'upload-length': String(zip.length), 'x-content-sha256': sha256(zip) });

/** Gets the state of an upload after the store returned. The first call may hit a dead pooled connection. */
const uploadState = (world: World, ticket: string): Promise<UploadResponse> =>
  eventually(
    'it says where to go on from',
    async () => {
      const response = await ask(world, '/uploads/finish', ticket);
      if (response.status !== 200) throw new Error(`${response.status} ${String(response.body.code)}`);
      return response;
    },
    RECOVERS_MS,
  );

/** Resumes the upload until complete. MinIO reports "full" for a moment after space is freed. */
const resume = (world: World, ticket: string, zip: Buffer): Promise<UploadResponse> =>
  eventually(
    'the rest goes in',
    async () => {
      const before = await uploadState(world, ticket);
      // The whole file may have arrived while the store refused it.
      if (before.body.stored) return before;
      const response = await sendPart(world, ticket, zip, Number(before.body.offset));
      return response.status !== 503 && response;
    },
    RECOVERS_MS,
  );

const retryUpload = (world: World, zip: Buffer): Promise<Answer> =>
  eventually(
    'it goes in',
    async () => {
      const response = await putUpload(world.base, await uploadTicketFor(world.testEnv), zip);
      return response.status !== 503 && response;
    },
    RECOVERS_MS,
  );

const UNAVAILABLE = { status: 503, body: { code: 'unavailable' } };

async function checkRowsMatchObjects(world: World): Promise<void> {
  const rows = await world.sql(
    'SELECT key FROM objects WHERE state <> \'released\' ORDER BY key COLLATE "C"',
  );
  expect(await world.keysIn()).toEqual(rows.map(({ key }) => key));
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['files', onFiles],
  ['S3', onMinio],
] as const)('an object store on %s in trouble', { timeout: 3 * RECOVERS_MS }, (name, open) => {
  let trouble: StoreUnderTest | undefined;
  beforeAll(async () => {
    trouble = await open().catch((error: Error) => {
      if (name === 'files') throw error;
      console.log(`MinIO is not there, its half is skipped: ${error.message.split('\n')[0]}`);
      return undefined;
    });
  });
  afterAll(async () => {
    await trouble?.world.close();
    await trouble?.minio?.stop();
    if (trouble?.disk) execFileSync('umount', [trouble.disk]);
  });

  it('[full-at-once] reports a full disk and stores the same file once there is room', async (context) => {
    if (!trouble?.disk) return context.skip('no file system can be mounted here');
    const { world, disk } = trouble;
    await putUpload(world.base, await uploadTicketFor(world.testEnv), await zipOf([1_000]));
    const zip = await zipOf([12 * MB]);
    const empty = fill(disk, 5 * MB);
    try {
      const answer = await putUpload(world.base, await uploadTicketFor(world.testEnv), zip);
      expect(answer).toMatchObject(UNAVAILABLE);
      await checkRowsMatchObjects(world);
    } finally {
      empty();
    }
    expect(await retryUpload(world, zip)).toMatchObject({ status: 200, body: { sha256: sha256(zip) } });
    await checkRowsMatchObjects(world);
  });

  it('[full-in-parts] reports a full disk to a resumable upload, which then resumes at its offset', async (context) => {
    if (!trouble?.disk) return context.skip('no file system can be mounted here');
    const { world, disk } = trouble;
    const zip = await zipOf([12 * MB]);
    const ticket = await uploadTicketFor(world.testEnv, newClaims());
    expect(await begin(world, ticket, zip)).toMatchObject({ status: 201 });
    const empty = fill(disk, 7 * MB);
    try {
      expect(await sendPart(world, ticket, zip, 0)).toMatchObject(UNAVAILABLE);
    } finally {
      empty();
    }
    expect(await resume(world, ticket, zip)).toMatchObject({
      status: 200,
      body: { stored: { sha256: sha256(zip) } },
    });
    await checkRowsMatchObjects(world);
  });

  const onDisk = name === 'files' ? it : () => {};
  const onServer = name === 'S3' ? it : () => {};

  onDisk('[full-announced] does not begin an upload for which there is no room', async (context) => {
    if (!trouble?.disk) return context.skip('no file system can be mounted here');
    const empty = fill(trouble.disk, 2 * MB);
    try {
      const ticket = await uploadTicketFor(trouble.world.testEnv);
      expect(await begin(trouble.world, ticket, randomBytes(8 * MB))).toMatchObject(UNAVAILABLE);
    } finally {
      empty();
    }
  });

  onServer(
    '[stopped-at-once] reports a store killed during an upload at once, and stores the file after its restart',
    async (context) => {
      if (!trouble?.minio) return context.skip('there is no MinIO here');
      const { world, minio } = trouble;
      const zip = await zipOf([12 * MB]);
      const upload = rawPut(world.base, await uploadTicketFor(world.testEnv), {
        'content-length': zip.length,
      });
      await new Promise<void>((done) => upload.request.write(zip.subarray(0, 6 * MB), () => done()));
      await minio.kill();
      upload.request.end(zip.subarray(6 * MB));
      expect(await upload.answer).toMatchObject(UNAVAILABLE);
      expect(await putUpload(world.base, await uploadTicketFor(world.testEnv), zip)).toMatchObject(
        UNAVAILABLE,
      );
      await minio.start();
      const again = await putUpload(world.base, await uploadTicketFor(world.testEnv), zip);
      expect(again).toMatchObject({ status: 200, body: { sha256: sha256(zip) } });
      await checkRowsMatchObjects(world);
    },
  );

  onServer(
    '[stopped-in-parts] resumes an upload in parts after the store restarts, resending little',
    async (context) => {
      if (!trouble?.minio) return context.skip('there is no MinIO here');
      const { world, minio } = trouble;
      const zip = await zipOf([20 * MB]);
      const claims = newClaims();
      const ticket = await uploadTicketFor(world.testEnv, claims);
      await begin(world, ticket, zip);
      const request = http.request(`${world.base}/uploads`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${ticket}`, 'upload-offset': 0, 'content-length': zip.length },
      });
      const answered = new Promise<number>((resolve, reject) => {
        request.on('error', reject).on('response', (response) => resolve(response.statusCode ?? 0));
      });
      request.write(zip.subarray(0, 14 * MB));
      await eventually('a part is kept', async () => {
        const [row] = await world.sql('SELECT "offset" FROM uploads WHERE jti = $1', [claims.jti]);
        return Number(row?.offset) > 5 * MB;
      });
      await minio.kill();
      request.end(zip.subarray(14 * MB));
      expect(await answered).toBe(503);
      expect(await ask(world, '/uploads/finish', ticket)).toMatchObject(UNAVAILABLE);
      await minio.start();
      expect(Number((await uploadState(world, ticket)).body.offset)).toBeGreaterThan(5 * MB);
      expect(await resume(world, ticket, zip)).toMatchObject({
        status: 200,
        body: { stored: { sha256: sha256(zip) } },
      });
      await checkRowsMatchObjects(world);
      expect(await world.objects.sweepStaging(new Date(Date.now() + 60_000))).toBe(0);
    },
  );
});
