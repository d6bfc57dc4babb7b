import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, signUp } from '../e2e/support/client.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { percentile, watchMemory } from './support.ts';
import { reportMemory } from './upload.ts';
import {
  newRegistration,
  pidsOf,
  send,
  singleRequestUpload,
  UPLOAD_PROGRAMS,
  type UploadRequest,
} from './uploading.ts';
import { makeZip } from './zip.ts';

const MB = 1_000_000;
const SENDERS = 20;
/** Limit of concurrent uploads per account. */
const PER_ACCOUNT = 3;
const FILE_MB = 100;
const MEMORY_GOAL_MB = 400;
const SLOWER_AT_MOST = 10;
const IDLE_READS = 500;
const EVERY_MS = 10;

/** Measures memory growth of the programs and read latency of another client during twenty uploads of 100 MB. */
export async function benchManyUploads(stack: Stack): Promise<void> {
  const folder = join(stack.dataDir, 'bench');
  mkdirSync(folder, { recursive: true });
  const sends: Send[] = [];
  let account: Client | undefined;
  for (let n = 0; n < SENDERS; n++) {
    if (n % PER_ACCOUNT === 0) account = (await signUp(stack.url)).client;
    const path = join(folder, `${n}.zip`);
    // A file can belong to one registration only, so each has a different length.
    await makeZip(path, FILE_MB * MB + n);
    const sender = account as Client;
    sends.push({ path, asked: singleRequestUpload(stack, sender, await newRegistration(sender)) });
  }
  const { client: reader } = await signUp(stack.url);
  const url = `${stack.url}/api/registrations/${await newRegistration(reader)}`;
  const idle = await readWhile(url, reader.cookie, (reads) => reads < IDLE_READS);

  const memory = watchMemory(pidsOf(stack, UPLOAD_PROGRAMS));
  let isSending = true;
  const sent = sendFromChildProcess(sends).finally(() => (isSending = false));
  const meanwhile = await readWhile(url, reader.cookie, () => isSending);
  const took = await sent;
  reportMemory(`${SENDERS} × ${FILE_MB} MB at once`, memory.growth(), MEMORY_GOAL_MB);
  memory.stop();
  rmSync(folder, { recursive: true, force: true });

  const [before, during] = [percentile(idle, 99), percentile(meanwhile, 99)];
  const verdict = during <= SLOWER_AT_MOST * before ? 'met' : 'NOT met';
  console.log(
    `GET /api/registrations/{id} while ${SENDERS} files come in (${(took / 1000).toFixed(1)} s): p99 ` +
      `${during.toFixed(1)} ms of ${meanwhile.length}, idle ${before.toFixed(1)} ms → ${(during / before).toFixed(1)} times ` +
      `(goal ≤ ${SLOWER_AT_MOST}: ${verdict})`,
  );
}

type Send = { path: string; asked: UploadRequest };

/** Sends from a separate process, so that its load does not count as the server's. @returns total ms */
async function sendFromChildProcess(sends: Send[]): Promise<number> {
  const started = performance.now();
  const child = fork(import.meta.filename);
  child.send(sends);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('a file was not taken');
  return performance.now() - started;
}

process.on('message', (sends: Send[]) => {
  void Promise.all(sends.map(({ asked, path }) => send(asked, path, 200))).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

/** Sends GET requests one after another while `wanted` returns true. @returns duration of each, ms */
async function readWhile(url: string, cookie: string, wanted: (reads: number) => boolean): Promise<number[]> {
  const took: number[] = [];
  while (wanted(took.length)) {
    const started = performance.now();
    const response = await fetch(url, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`a read answered ${response.status}`);
    took.push(performance.now() - started);
    await delay(EVERY_MS);
  }
  return took;
}
