import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eventually } from '@g2/kit/testing';
import { AppError } from '@g2/terms/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectKey } from '../src/domain/object-key.ts';
import {
  CONFINED,
  type InspectionSandbox,
  openInspectionSandbox,
} from '../src/inspection/inspection-sandbox.ts';
import { openFileObjects } from '../src/objects/objects-fs.ts';
import { zipOf } from './world.ts';

/** Time limit of a hanging process, ms; longer than a process start on a busy machine. */
const HANGS_MS = 15_000;
const key = objectKey('01990000-0000-7000-8000-000000000000');
const testEnvironment = new AbortController().signal;
let folder: string;
let deposit: { key: string; size: number };
let aside: InspectionSandbox;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'g2-aside-'));
  const zip = await zipOf([10_000, 20_000]);
  await openFileObjects(folder).put(key, Readable.from([zip]));
  deposit = { key, size: zip.length };
  aside = openInspectionSandbox(openFileObjects(folder), HANGS_MS);
});
afterAll(async () => {
  await aside?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Process id of this test's inspection process. */
function pid(): number | undefined {
  const all = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const mine = all
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*inspection-process/.exec(line))
    .filter((found) => Number(found?.[2]) === process.pid);
  return mine[0]?.[1] === undefined ? undefined : Number(mine[0][1]);
}

const expectInspection = async () =>
  expect(await aside.look(deposit, testEnvironment)).toMatchObject({ inspection: { files: 2 } });

it('[aside-confined] the inspection process can only read, and only its own code', async () => {
  await expectInspection();
  const running = execFileSync('ps', ['-p', String(pid()), '-o', 'args='], { encoding: 'utf8' });
  for (const flag of CONFINED) expect(running).toContain(flag);
  const tries = (code: string): string =>
    spawnSync(process.execPath, [...CONFINED, '--input-type=commonjs', '--eval', code], { encoding: 'utf8' })
      .stderr;
  const quoted = (path: string) => JSON.stringify(path);
  expect(tries(`require('node:fs').readFileSync(${quoted(import.meta.filename)})`)).toBe('');
  for (const code of [
    `require('node:fs').readdirSync(${quoted(folder)})`,
    `require('node:fs').readFileSync('/proc/self/environ')`,
    `require('node:fs').readFileSync(${quoted(join(import.meta.dirname, '../../../.env'))})`,
    `require('node:fs').writeFileSync(${quoted(join(folder, 'x'))}, '')`,
    `require('node:child_process').execFileSync('true')`,
    `new (require('node:worker_threads').Worker)('', { eval: true })`,
  ]) {
    expect(tries(code), code).toContain('ERR_ACCESS_DENIED');
  }
});

it('[aside-environment] the inspection process has no environment variables of the service', async () => {
  await expectInspection();
  const environment = readFileSync(`/proc/${pid()}/environ`, 'utf8').split('\0').filter(Boolean);
  expect(environment.filter((one) => !one.startsWith('NODE_CHANNEL_'))).toEqual([]);
});

it('[aside-faults] the inspection returns errors of the store unchanged and keeps working', async () => {
  const missing = { key: objectKey('01990000-0000-7000-8000-000000000001'), size: 10 };
  expect(await aside.look(missing, testEnvironment)).toEqual({ problem: 'not-found' });
  const first = pid();
  await expectInspection();
  expect(pid()).toBe(first);
  const away = new AppError('unavailable');
  const failing = openInspectionSandbox({ get: () => Promise.reject(away) }, HANGS_MS);
  await expect(failing.look(deposit, testEnvironment)).rejects.toBe(away);
  await failing.close();
});

it('[aside-killed] the inspection fails at once when its process is killed and starts another', async () => {
  await expectInspection();
  const first = pid() ?? 0;
  process.kill(first, 'SIGSTOP');
  const looking = expect(aside.look(deposit, testEnvironment)).rejects.toThrow('SIGKILL');
  process.kill(first, 'SIGKILL');
  await looking;
  await expectInspection();
  expect(pid()).not.toBe(first);
});

it('[aside-stopped] the inspection ends a hanging process after its time limit', async () => {
  await expectInspection();
  const first = pid() ?? 0;
  process.kill(first, 'SIGSTOP');
  await expect(aside.look(deposit, testEnvironment)).rejects.toThrow('SIGKILL');
  await expectInspection();
  expect(pid()).not.toBe(first);
  // Two process starts plus one time limit.
}, 90_000);

it('[aside-aborted] an aborted inspection ends with its process', async () => {
  await expectInspection();
  process.kill(pid() ?? 0, 'SIGSTOP');
  const stop = new AbortController();
  const looking = aside.look(deposit, stop.signal);
  stop.abort(new Error('the service stops'));
  await expect(looking).rejects.toThrow('the service stops');
  await aside.close();
  await eventually('it is gone', async () => pid() === undefined);
});
