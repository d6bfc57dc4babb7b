import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { startNats, startPostgres } from './infra.ts';
import { processStart } from './lease.ts';

let folder: string;
const cleanups: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'g2-infra-'));
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the tests kill servers on purpose
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('PostgreSQL keeps committed data after SIGKILL and a restart on the same folder', async () => {
  const dataDir = join(folder, 'postgres');
  const first = await startPostgres({ dataDir });
  cleanups.push(first.stop);
  expect(statSync(`${dataDir}.password`).mode & 0o777).toBe(0o600);
  await ask(first.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
  // The worst stale pid file: it names a live process that is not PostgreSQL.
  const pidFile = join(dataDir, 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  rmSync(pidFile);
  appendFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));

  const second = await startPostgres({ dataDir });
  cleanups.push(second.stop);
  expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  expect(await ask(second.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  await second.stop();
  expect(await second.exited).toMatchObject({ code: 0 });
});

test('refuses a data folder in use, but stops a server that a killed process left running', async () => {
  const dataDir = join(folder, 'nats');
  const owner = spawn(process.execPath, ['--input-type=module', '-e', ownerProgram(dataDir)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  cleanups.push(() => owner.kill('SIGKILL'));
  const orphan = Number(await firstLine(owner));
  await expect(startNats({ dataDir })).rejects.toThrow(`in use by process ${orphan}`);

  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(processStart(orphan)).not.toBeNull();
  const nats = await startNats({ dataDir });
  cleanups.push(nats.stop);
  expect(processStart(orphan)).toBeNull();
});

test('fails on a port in use instead of using the other server', async () => {
  const { port } = new URL(inject('infra').natsUrl);
  await expect(startNats({ dataDir: join(folder, 'nats'), port: Number(port) })).rejects.toThrow(
    /address already in use/,
  );
});

function ownerProgram(dataDir: string): string {
  const module = new URL('./infra.ts', import.meta.url).href;
  return `const { startNats } = await import(${JSON.stringify(module)});
    const nats = await startNats({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(nats.pid);
    // Its input closes when the test goes away, however it does.
    process.stdin.on('close', () => process.exit()).resume();`;
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('ended without a line');
}
