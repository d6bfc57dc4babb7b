import { createReadStream, mkdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Client, signUp } from '../e2e/support/client.ts';
import { details } from '../e2e/support/journey.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { median, report, startBaseline, watchMemory } from './support.ts';
import { makeZip } from './zip.ts';

const MB = 1_000_000;
const SIZES = [100, 500];
const ROUNDS = 3;
const GOAL = 0.5;
const MEMORY_GOAL_MB = 130;
const MEMORY_SPREAD_MB = 20;

/** Sends a file as one body; milliseconds until the whole answer is there. */
async function send(url: string, path: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now();
  const length = String(statSync(path).size);
  const call = request(url, { method: 'POST', headers: { ...headers, 'content-length': length } });
  const answered = new Promise<number>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
  });
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), call);
  const status = await answered;
  if (status !== 200) throw new Error(`upload answered ${status}`);
  return performance.now() - started;
}

export async function benchUpload(stack: Stack): Promise<void> {
  const folder = join(stack.dataDir, 'bench');
  mkdirSync(folder, { recursive: true });
  const bare = await startBaseline('baseline-upload.ts', { FOLDER: folder });
  const { client } = await signUp(stack.url);
  const growth: Record<string, number[]> = { gateway: [], 'storage-hashing': [] };
  const memory = watchMemory(pidsOf(stack, Object.keys(growth)));
  for (const size of SIZES) {
    const path = join(folder, `${size}.zip`);
    await makeZip(path, size * MB);
    await compare(stack, client, bare.url, path, size);
    for (const [name, bytes] of Object.entries(memory.growth())) growth[name]?.push(bytes / MB);
    rmSync(path);
  }
  memory.stop();
  for (const [name, values] of Object.entries(growth)) {
    const [small = 0, large = 0] = values;
    const spread = Math.abs(large - small);
    const met = Math.max(...values) <= MEMORY_GOAL_MB && spread <= MEMORY_SPREAD_MB;
    console.log(
      `RSS growth of ${name}: ${small.toFixed(0)} MB for ${SIZES[0]} MB, ${large.toFixed(0)} MB for ${SIZES[1]} MB` +
        ` (goal ≤ ${MEMORY_GOAL_MB}, within ${MEMORY_SPREAD_MB} of each other: ${met ? 'met' : 'NOT met'})`,
    );
  }
  await bare.stop();
  rmSync(folder, { recursive: true, force: true });
}

const pidsOf = (stack: Stack, names: string[]): Record<string, number> =>
  Object.fromEntries(
    stack
      .facts()
      .processes.filter(({ name }) => names.includes(name))
      .map(({ name, pid }) => [name, pid]),
  );

/** Alternates ours and the baseline, so that both see the same machine; the medians are compared. */
async function compare(
  stack: Stack,
  client: Client,
  bareUrl: string,
  path: string,
  size: number,
): Promise<void> {
  const made = await client.post<{ id: string }>('/api/registrations', details);
  const headers = { cookie: client.cookie, 'content-type': 'application/zip', 'x-file-name': 'bench.zip' };
  const url = `${stack.url}/api/registrations/${made.id}/upload`;
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await send(bareUrl, path, {}));
    ours.push(await send(url, path, headers));
  }
  const speed = (ms: number) => `${((size * 1000) / ms).toFixed(0)} MB/s`;
  const goal = size === 500 ? GOAL : undefined;
  report(`upload of ${size} MB`, speed(median(ours)), speed(median(bare)), median(bare) / median(ours), goal);
}
