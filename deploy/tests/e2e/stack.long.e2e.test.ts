import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoAccounts, logIn } from './support/client.ts';
import { details } from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';
import { startStack } from './support/stack.ts';

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Needs the whole stack: tests the start and stop of all programs. */
it('runs a second stack in parallel, which keeps its data over a restart and leaves no process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'g2-second-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await startStack({ dataDir });
  expect((await fetch(`${stackUrl()}/readyz`)).status).toBe(200);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  const client = await logIn(first.url, demoAccounts.client);
  const made = await client.post<{ id: string }>('/api/registrations', details);
  const pids = first.facts().processes.map((one) => one.pid);
  expect(pids.length).toBeGreaterThanOrEqual(9);
  expect(await first.stop()).toBe(0);
  expect(pids.filter(alive)).toEqual([]);

  const second = await startStack({ dataDir });
  const again = await logIn(second.url, demoAccounts.client);
  expect(await again.ok(`/api/registrations/${made.id}`)).toMatchObject({ title: details.title });
  expect(await second.stop()).toBe(0);
});
