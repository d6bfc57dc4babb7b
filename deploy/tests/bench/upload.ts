import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signUp } from '../e2e/support/client.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { median, report, startBaseline, watchMemory } from './support.ts';
import { pidsOf, type Sender, sendToBaseline, UPLOAD_PROGRAMS, uploadSenders } from './uploading.ts';
import { makeZip } from './zip.ts';

const MB = 1_000_000;
const SIZES = [100, 500];
const ROUNDS = 5;
const GOAL = 0.75;
const MEMORY_GOAL_MB = 100;

/** Compares uploads through gateway and storage to disk with a baseline that hashes twice and writes. */
export async function benchUpload(stack: Stack): Promise<void> {
  const folder = join(stack.dataDir, 'bench');
  mkdirSync(folder, { recursive: true });
  const bare = await startBaseline('baseline-upload.ts', { FOLDER: folder });
  const { client } = await signUp(stack.url);
  const { ways, idle } = await uploadSenders(stack, client);
  const memory = watchMemory(pidsOf(stack, UPLOAD_PROGRAMS));
  for (const size of SIZES) {
    const path = join(folder, `${size}.zip`);
    await makeZip(path, size * MB);
    const goal = size === 500 ? GOAL : undefined;
    await compareUploads(
      `upload of ${size} MB`,
      { path, size, goal },
      { ways, idle },
      { bare: sendToBaseline(bare.url) },
    );
    reportMemory(`${size} MB`, memory.growth(), MEMORY_GOAL_MB);
    rmSync(path);
  }
  memory.stop();
  await bare.stop();
  rmSync(folder, { recursive: true, force: true });
}

export function reportMemory(what: string, growth: Record<string, number>, goalMb: number): void {
  for (const [name, bytes] of Object.entries(growth)) {
    const verdict = bytes / MB <= goalMb ? 'met' : 'NOT met';
    console.log(
      `RSS growth of ${name} with ${what}: ${(bytes / MB).toFixed(0)} MB (goal ≤ ${goalMb}: ${verdict})`,
    );
  }
}

type File = { path: string; size: number; goal: number | undefined };

/**
 * Alternates uploads to the product with uploads to the baselines, so that all run under equal conditions.
 * Compares the median of each way with that of the slowest baseline.
 */
export async function compareUploads(
  what: string,
  { path, size, goal }: File,
  { ways, idle }: Awaited<ReturnType<typeof uploadSenders>>,
  bare: Record<string, Sender>,
): Promise<void> {
  const all = Object.entries({ ...bare, ...ways });
  const took = new Map<string, number[]>(all.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, sending] of all) {
      took.get(name)?.push(await sending(path));
      // Wait for the inspection of the file, so that it does not overlap the next measurement.
      if (name in ways) await idle();
    }
  }
  const of = (name: string) => median(took.get(name) ?? []);
  const speed = (ms: number) => `${((size * 1000) / ms).toFixed(0)} MB/s`;
  const slowest = Math.max(...Object.keys(bare).map(of));
  if (Object.keys(bare).length > 1) {
    console.log(
      `bare: ${Object.keys(bare)
        .map((name) => `${name} ${speed(of(name))}`)
        .join(', ')}`,
    );
  }
  for (const name of Object.keys(ways)) {
    report(`${what} ${name}`, speed(of(name)), speed(slowest), slowest / of(name), goal);
  }
}
