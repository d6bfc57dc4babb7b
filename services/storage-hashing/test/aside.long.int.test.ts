import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eventually } from '@g2/kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectKey } from '../src/domain/object-key.ts';
import { type Aside, openAside } from '../src/inspect-aside.ts';
import { openFileObjects } from '../src/objects-fs.ts';
import { zipOf } from './world.ts';

/** Longer than a busy machine takes to begin a process. */
const HANGS_MS = 15_000;
const key = objectKey('01990000-0000-7000-8000-000000000000');
const never = new AbortController().signal;
let folder: string;
let deposit: { key: string; size: number };
let aside: Aside;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'g2-aside-'));
  const zip = await zipOf([10_000, 20_000]);
  await openFileObjects(folder).put(key, Readable.from([zip]));
  deposit = { key, size: zip.length };
  const driver = { STORAGE_DIR: folder, S3_REGION: 'us-east-1' } as Parameters<typeof openAside>[0];
  aside = openAside(driver, HANGS_MS);
});
afterAll(async () => {
  await aside?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The one process of this test's that looks into deposits. */
function pid(): number | undefined {
  const all = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const mine = all
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*inspection-process/.exec(line))
    .filter((found) => Number(found?.[2]) === process.pid);
  return mine[0]?.[1] === undefined ? undefined : Number(mine[0][1]);
}

const looksWell = async () =>
  expect(await aside.look(deposit, never)).toMatchObject({ inspection: { files: 2 } });

it('[aside-killed] a look whose process is killed fails at once, and the next begins another', async () => {
  await looksWell();
  const first = pid() ?? 0;
  process.kill(first, 'SIGSTOP');
  const looking = expect(aside.look(deposit, never)).rejects.toThrow('SIGKILL');
  process.kill(first, 'SIGKILL');
  await looking;
  await looksWell();
  expect(pid()).not.toBe(first);
});

it('[aside-stopped] one that hangs is not waited for beyond its time', async () => {
  await looksWell();
  const first = pid() ?? 0;
  process.kill(first, 'SIGSTOP');
  await expect(aside.look(deposit, never)).rejects.toThrow('SIGKILL');
  await looksWell();
  expect(pid()).not.toBe(first);
});

it('[aside-aborted] a stop ends the look, and nothing stays', async () => {
  await looksWell();
  process.kill(pid() ?? 0, 'SIGSTOP');
  const stop = new AbortController();
  const looking = aside.look(deposit, stop.signal);
  stop.abort(new Error('the service stops'));
  await expect(looking).rejects.toThrow('the service stops');
  await aside.close();
  await eventually('it is gone', async () => pid() === undefined);
});
