import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

/** Starts a child that never ends, and prints its process id. */
const PARENT = `
  import { startChild } from ${JSON.stringify(new URL('child.ts', import.meta.url).href)};
  const child = await startChild({ name: 'child', command: 'sleep', args: ['600'], env: process.env });
  console.log(child.pid);
  setInterval(() => {}, 1_000);
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'ends the children when the process gets %s',
  async (signal) => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const pid = Number(line);
    expect(isRunning(pid)).toBe(true);
    parent.kill(signal);
    expect(await once(parent, 'exit')).toEqual([null, signal]);
    await expect.poll(() => isRunning(pid)).toBe(false);
  },
);
