import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@g2/kit/log';
import yazl from 'yazl';
import type { Driver } from '../../../services/storage-hashing/src/objects/open-objects.ts';
import { openObjects } from '../../../services/storage-hashing/src/objects/open-objects.ts';
import { startMinio } from '../../stack/infra.ts';
import { type Client, signUp } from '../e2e/support/client.ts';
import { details } from '../e2e/support/journey.ts';
import { root } from '../e2e/support/stack.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { startThrottledProxy } from './slow-line.ts';
import { assertThat, query, retryWhileUnavailable, waitUntil } from './support.ts';

const UPLOADS = Number(process.env.CUT_UPLOADS ?? 24);
const AT_ONCE = 2;
const FILE_BYTES = 60 * 1024 * 1024;
/** Limit of unpaid files per account. */
const PER_ACCOUNT = 10;
const MAX_SENT_RATIO = 1.2;
/** Bytes per second of each connection: slow enough that an upload is in progress when it is cut. */
const RATE = 25 * 1024 * 1024;

type Store = {
  name: string;
  env: Record<string, string>;
  strike?: () => Promise<void>;
  stop(): Promise<unknown>;
};
type Cut = 'client' | 'gateway' | 'storage-hashing' | 'store';
type Job = { id: string; client: Client; sha256: string; file: string; memory: string; cutAt: number };

async function zipInto(file: string): Promise<string> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(FILE_BYTES), 'fonte.bin', { compress: false });
  zip.end();
  const bytes = await buffer(zip.outputStream);
  writeFileSync(file, bytes);
  return createHash('sha256').update(bytes).digest('hex');
}

/** Runs the upload client in its own process until it exits. @returns whether it reports success */
async function clientOf(job: Job, port: number, started: (child: ChildProcess) => void): Promise<boolean> {
  const { id, client, sha256, file, memory } = job;
  const endpoint = `http://127.0.0.1:${port}/api/registrations/${id}/uploads`;
  const args = [
    join(root, 'deploy/tests/faults/tus-client.ts'),
    endpoint,
    client.cookie,
    file,
    sha256,
    memory,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started(child);
  const body = await text(child.stdout);
  return body.includes('done');
}

/**
 * Runs one upload. After `job.cutAt` bytes it kills the client, or calls `strike` for another victim.
 * @returns bytes sent / file size
 */
async function upload(fleet: Fleet, job: Job, cut: Cut, strike: () => void): Promise<number> {
  let child: ChildProcess | undefined;
  let isCut = false;
  const line = await startThrottledProxy(Number(new URL(fleet.url).port), RATE, (sent) => {
    if (isCut || sent < job.cutAt) return;
    isCut = true;
    if (cut === 'client') child?.kill('SIGKILL');
    else strike();
  });
  try {
    const begin = () => clientOf(job, line.port, (started) => (child = started));
    let isDone = await begin();
    assertThat(!isDone || cut !== 'client', 'a client was not killed');
    if (!isDone && cut === 'client') isDone = await begin();
    assertThat(isDone, `an upload did not come to its end after its ${cut} was killed`);
    return line.sent() / FILE_BYTES;
  } finally {
    line.close();
  }
}

async function newJob(client: Client, folder: string, n: number): Promise<Job> {
  const { id } = await retryWhileUnavailable(() =>
    client.post<{ id: string }>('/api/registrations', details),
  );
  const file = join(folder, `fonte-${n % AT_ONCE}.zip`);
  const cutAt = randomInt(1024 * 1024, FILE_BYTES - 1024 * 1024);
  return { id, client, sha256: await zipInto(file), file, memory: join(folder, `url-${n}`), cutAt };
}

async function onStore(store: Store): Promise<void> {
  const fleet = await startFleet({
    env: { 'storage-hashing': store.env, gateway: { WRITES_PER_MINUTE: '100000' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'g2-cut-'));
  const startedAt = Date.now();
  const kinds: Cut[] = ['client', 'gateway', 'storage-hashing', ...(store.strike ? ['store' as const] : [])];
  const shares = new Map<Cut, number[]>(kinds.map((kind) => [kind, []]));
  try {
    let account: Client | undefined;
    for (let n = 0; n < UPLOADS; n += AT_ONCE) {
      if (n % PER_ACCOUNT === 0) account = (await retryWhileUnavailable(() => signUp(fleet.url))).client;
      const client = account as Client;
      const cut = kinds[(n / AT_ONCE) % kinds.length] as Cut;
      const jobs: Job[] = [];
      for (let k = 0; k < AT_ONCE; k++) jobs.push(await newJob(client, folder, n + k));
      let struck: Promise<void> | undefined;
      const strike = () => {
        struck ??= strikeAt(fleet, store, cut);
      };
      const sent = await Promise.all(jobs.map((job) => upload(fleet, job, cut, strike)));
      await struck;
      shares.get(cut)?.push(...sent);
      for (const { id, sha256 } of jobs) {
        const held = await retryWhileUnavailable(() =>
          client.ok<{ sha256: string }>(`/api/registrations/${id}`),
        );
        assertThat(held.sha256 === sha256, `a registration has another hash after a cut of its ${cut}`);
      }
    }
    const ratios = [...shares].map(([kind, all]) => `${kind} ${Math.max(...all).toFixed(2)}`);
    console.log(
      `${store.name}: ${UPLOADS} uploads of 60 MB in ${Math.round((Date.now() - startedAt) / 1000)} s, each cut once; ` +
        `most bytes sent, of those there are, by what was killed: ${ratios.join(', ')} (goal ≤ ${MAX_SENT_RATIO})`,
    );
    await checkNoLeftovers(fleet, store);
    assertThat(
      Math.max(...[...shares.values()].flat()) <= MAX_SENT_RATIO,
      'an upload sent more than 1.2 times its bytes',
    );
  } finally {
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function strikeAt(fleet: Fleet, store: Store, cut: Cut): Promise<void> {
  if (cut === 'store') return store.strike?.();
  const [victim] = fleet.replicas(cut);
  assertThat(victim !== undefined, `no program is called ${cut}`);
  await victim.kill();
  await delay(200);
  await victim.start();
}

/** Checks that there is one object per registration and no part of a cut upload. */
async function checkNoLeftovers(fleet: Fleet, store: Store): Promise<void> {
  const folder = join(fleet.dataDir, 'objects');
  const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET } = store.env;
  const driver: Driver = {
    STORAGE_DIR: store.strike ? undefined : folder,
    S3_ENDPOINT,
    S3_ACCESS_KEY,
    S3_SECRET_KEY,
    S3_BUCKET,
    S3_REGION: 'us-east-1',
  };
  const objects = openObjects(driver, createLogger('drill', 'silent'));
  try {
    const held = async () =>
      Number(
        (
          await query<{ n: string }>(
            fleet.places,
            'SELECT count(*) AS n FROM registration.registrations WHERE sha256 IS NOT NULL',
          )
        )[0]?.n,
      );
    await waitUntil('there are as many objects as files', async () => {
      const keys = await Array.fromAsync(objects.list());
      return keys.length === (await held());
    });
    const swept = await objects.sweepStaging(new Date(Date.now() + 60_000));
    const staged = store.strike ? 0 : readdirSync(join(folder, '.staging')).length;
    console.log(
      `${store.name}: ${await held()} objects, ${swept + staged} unfinished ones beside them (goal 0)`,
    );
    assertThat(swept + staged === 0, 'something of a cut upload stayed');
  } finally {
    objects.close();
  }
}

/** A MinIO server that can be killed and restarts on the same port. */
async function minio(): Promise<Store> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'g2-cut-s3-')), 'minio');
  let server = await startMinio({ dataDir });
  const { port, endpoint, accessKey, secretKey } = server;
  return {
    name: 'S3',
    env: {
      STORAGE_DIR: '',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_BUCKET: 'g2-objects',
    },
    async strike() {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
      await delay(200);
      server = await startMinio({ dataDir, port });
    },
    stop: () => server.stop(),
  };
}

/**
 * Cuts 60 MB uploads at random offsets by killing the client, gateway, storage service or S3. Each upload
 * must end with the right hash, resend little and leave no parts behind.
 */
export async function cutUploads(): Promise<void> {
  await onStore({ name: 'files', env: {}, stop: async () => {} });
  const s3 = await minio();
  try {
    await onStore(s3);
  } finally {
    await s3.stop();
  }
}

if (import.meta.main) await cutUploads();
