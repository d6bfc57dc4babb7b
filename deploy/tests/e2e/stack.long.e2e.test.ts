import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demo, logIn } from './support/client.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';
import { root, startStack } from './support/stack.ts';

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a second stack on another port and data folder', () => {
  it('runs beside the first, keeps its data over a restart, and leaves no process', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'g2-second-'));
    try {
      const first = await startStack({ dataDir });
      expect((await fetch(`${stackUrl()}/readyz`)).status).toBe(200);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
      const client = await logIn(first.url, demo.client);
      const made = await client.post<{ id: string }>('/api/registrations', {
        title: 'Fica',
        applicantName: 'Ana',
        applicantEmail: 'ana@example.com',
        applicantTaxId: '11144477735',
        holderName: 'Ana',
        description: 'Sobrevive à parada',
        jurisdiction: 'global',
      });
      const pids = first.facts().processes.map((one) => one.pid);
      expect(pids.length).toBeGreaterThanOrEqual(9);
      expect(await first.stop()).toBe(0);
      expect(pids.filter(alive)).toEqual([]);

      const started = Date.now();
      const second = await startStack({ dataDir });
      console.log(`second start: ready after ${((Date.now() - started) / 1000).toFixed(1)} s`);
      const again = await logIn(second.url, demo.client);
      expect(await again.ok(`/api/registrations/${made.id}`)).toMatchObject({ title: 'Fica' });
      expect(await second.stop()).toBe(0);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe('a wrong environment', () => {
  const programs = ['identity', 'registration', 'storage-hashing', 'payment-credit', 'certificate'];

  it.each(programs)('%s names every variable that is missing, in one line, and ends', (name) => {
    const main = join(root, 'services', name, 'src/main.ts');
    const run = spawnSync(process.execPath, [main], { env: { PATH: process.env.PATH }, encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    for (const variable of [
      'DATABASE_URL',
      'NATS_URL',
      'GRPC_PORT',
      'HTTP_PORT',
      'SERVICE_KEY',
      'PUBLIC_URL',
    ]) {
      expect(run.stderr).toContain(variable);
    }
  });

  it('the gateway does too', () => {
    const main = join(root, 'gateway/src/main.ts');
    const run = spawnSync(process.execPath, [main], { env: { PATH: process.env.PATH }, encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain('IDENTITY_GRPC');
  });

  it('the stack says in one line that its port is taken', () => {
    const run = spawnSync(process.execPath, [join(root, 'deploy/stack/up.ts')], {
      env: {
        PATH: process.env.PATH,
        PORT: new URL(stackUrl()).port,
        G2_DATA_DIR: join(tmpdir(), 'g2-never'),
      },
      encoding: 'utf8',
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('is in use: set PORT to another one');
  });

  it('the stack says in one line how to get a missing nats-server', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'g2-bare-'));
    const bare = mkdtempSync(join(tmpdir(), 'g2-path-'));
    for (const tool of ['setpriv', 'chown', 'ps', 'sh']) {
      const found = spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim();
      if (found) execFileSync('ln', ['-s', found, join(bare, tool)]);
    }
    const run = spawnSync(process.execPath, [join(root, 'deploy/stack/up.ts')], {
      // GOPROXY=off: a Go that is there can build nothing either.
      env: { PATH: bare, HOME: bare, GOPROXY: 'off', PORT: '1', G2_DATA_DIR: dataDir },
      encoding: 'utf8',
      timeout: 60_000,
    });
    for (const folder of [dataDir, bare]) rmSync(folder, { recursive: true, force: true });
    expect(run.status).toBe(1);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).toMatch(/nats-server/);
  });
});

it('a program that dies is named with its last lines and started again', async () => {
  const victim = stackFacts().processes.find((one) => one.name === 'certificate');
  process.kill(victim?.pid ?? 0, 'SIGKILL');
  const next = () => stackFacts().processes.find((one) => one.name === 'certificate')?.pid;
  await expect.poll(next, { timeout: 20_000 }).not.toBe(victim?.pid);
});
