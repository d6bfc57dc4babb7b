import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs a program with no more environment than is given. */
function run(main: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, main)], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, lines: stderr.trim().split('\n') };
}

const temporary = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const OF_SERVICE = ['DATABASE_URL', 'NATS_URL', 'GRPC_PORT', 'HTTP_PORT', 'SERVICE_KEY', 'PUBLIC_URL'];

it.each([
  ...['identity', 'registration', 'storage-hashing', 'payment-credit', 'certificate'].map(
    (name) => [`services/${name}`, OF_SERVICE] as const,
  ),
  ['gateway', ['IDENTITY_GRPC']] as const,
])('%s names every variable that is missing in one line, and ends', (program, variables) => {
  const { status, lines } = run(`${program}/src/main.ts`);
  expect(status).toBe(1);
  expect(lines).toHaveLength(1);
  for (const variable of variables) expect(lines[0]).toContain(variable);
});

it('the stack says in one line that its port is taken', async () => {
  const server = createServer().listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { status, lines } = run('deploy/stack/up.ts', {
    PORT: String(port),
    G2_DATA_DIR: join(tmpdir(), 'g2-never'),
  });
  expect(status).toBe(1);
  expect(lines.at(-1)).toContain('is in use: set PORT to another one');
});

it('the stack says in one line how to get a missing nats-server', () => {
  const bare = temporary('g2-path-');
  for (const tool of ['setpriv', 'chown', 'ps', 'sh']) {
    const found = spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim();
    if (found) symlinkSync(found, join(bare, tool));
  }
  // GOPROXY=off: a Go that is there can build nothing either.
  const env = { PATH: bare, HOME: bare, GOPROXY: 'off', PORT: '1', G2_DATA_DIR: temporary('g2-bare-') };
  const { status, lines } = run('deploy/stack/up.ts', env);
  expect(status).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/nats-server/);
});
