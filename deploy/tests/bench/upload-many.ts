import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, signUp } from '../e2e/support/client.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { percentile, watchMemory } from './support.ts';
import { tellMemory } from './upload.ts';
import { atOnce, CARRIERS, newRegistration, pidsOf, type Sending } from './uploading.ts';
import { makeZip } from './zip.ts';

const MB = 1_000_000;
const SENDERS = 20;
/** An account may send so many at once. */
const PER_ACCOUNT = 3;
const FILE_MB = 100;
const MEMORY_GOAL_MB = 400;
const SLOWER_AT_MOST = 10;
const IDLE_READS = 500;
const EVERY_MS = 10;

/** Twenty files of 100 MB at once: what the programs take for it, and how long somebody else's read waits meanwhile. */
export async function benchManyUploads(stack: Stack): Promise<void> {
  const folder = join(stack.dataDir, 'bench');
  mkdirSync(folder, { recursive: true });
  const ways: { sending: Sending; path: string }[] = [];
  let account: Client | undefined;
  for (let n = 0; n < SENDERS; n++) {
    if (n % PER_ACCOUNT === 0) account = (await signUp(stack.url)).client;
    const path = join(folder, `${n}.zip`);
    // One file belongs to one registration: of each a length of its own.
    await makeZip(path, FILE_MB * MB + n);
    const sender = account as Client;
    ways.push({ sending: atOnce(stack, sender, await newRegistration(sender)), path });
  }
  const { client: reader } = await signUp(stack.url);
  const url = `${stack.url}/api/registrations/${await newRegistration(reader)}`;
  const idle = await readWhile(url, reader.cookie, (reads) => reads < IDLE_READS);

  const memory = watchMemory(pidsOf(stack, CARRIERS));
  let isSending = true;
  const sent = Promise.all(ways.map(({ sending, path }) => sending(path))).finally(() => (isSending = false));
  const meanwhile = await readWhile(url, reader.cookie, () => isSending);
  const took = await sent;
  tellMemory(`${SENDERS} × ${FILE_MB} MB at once`, memory.growth(), MEMORY_GOAL_MB);
  memory.stop();
  rmSync(folder, { recursive: true, force: true });

  const [before, during] = [percentile(idle, 99), percentile(meanwhile, 99)];
  const verdict = during <= SLOWER_AT_MOST * before ? 'met' : 'NOT met';
  console.log(
    `GET /api/registrations/{id} while ${SENDERS} files come in (${(Math.max(...took) / 1000).toFixed(1)} s): p99 ` +
      `${during.toFixed(1)} ms of ${meanwhile.length}, idle ${before.toFixed(1)} ms → ${(during / before).toFixed(1)} times ` +
      `(goal ≤ ${SLOWER_AT_MOST}: ${verdict})`,
  );
}

/** Reads one after the other for as long as it is wanted; ms of each. */
async function readWhile(url: string, cookie: string, wanted: (reads: number) => boolean): Promise<number[]> {
  const took: number[] = [];
  while (wanted(took.length)) {
    const started = performance.now();
    const answer = await fetch(url, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a read answered ${answer.status}`);
    took.push(performance.now() - started);
    await delay(EVERY_MS);
  }
  return took;
}
