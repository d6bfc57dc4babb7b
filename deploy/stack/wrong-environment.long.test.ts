import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeys } from '@g2/kit/keys';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs a program with only this environment and PATH. */
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
])('%s exits with one line that names every missing variable', (program, variables) => {
  const { status, lines } = run(`${program}/src/main.ts`);
  expect(status).toBe(1);
  expect(lines).toHaveLength(1);
  for (const variable of variables) expect(lines[0]).toContain(variable);
});

/** Settings that let a service start up to its database connection. */
async function complete(name: string): Promise<NodeJS.ProcessEnv> {
  const keys = await generateKeys([name]);
  return {
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: 'postgres://g2@127.0.0.1:1/g2',
    NATS_URL: 'nats://127.0.0.1:1',
    PUBLIC_URL: 'http://localhost:8080',
    G2_DEMO: '1',
    SERVICE_KEY: JSON.stringify(keys.private[name]),
    TRUSTED_KEYS: JSON.stringify(keys.trusted),
    LOG_KEY: JSON.stringify(keys.private[name]),
    REGISTRATION_GRPC: '127.0.0.1:1',
    PAYMENT_GRPC: '127.0.0.1:1',
    IDENTITY_GRPC: '127.0.0.1:1',
    STORAGE_GRPC: '127.0.0.1:1',
    CERTIFICATE_GRPC: '127.0.0.1:1',
    STORAGE_HTTP: 'http://127.0.0.1:1',
    LOG_LEVEL: 'silent',
  };
}

it.each([
  ['services/certificate', { LOG_WITNESSES: 'garbage https://witness.example' }, 'LOG_WITNESSES: line 1: '],
  ['services/certificate', { TRUSTED_KEYS: '{"keys":[{"kty":"OKP","kid":"a"}]}' }, 'TRUSTED_KEYS: key 1: '],
  ['services/identity', { OIDC_PROVIDERS: '[{}]' }, 'OIDC_PROVIDERS: provider 1: '],
  ['services/identity', { NATS_URL: 'nats://a:4222,b:port' }, 'NATS_URL: entry 2: '],
  ['services/registration', { VIEWER_SWEEP_MS: '5s' }, 'VIEWER_SWEEP_MS: must be a whole number'],
  [
    'services/registration',
    { HOST: '192.0.2.1' },
    "HTTP_PORT: can't listen there, or at HOST (EADDRNOTAVAIL)",
  ],
  ['gateway', { TRUST_PROXY: '10.0.0.0/8,proxy' }, 'TRUST_PROXY: entry 2: '],
  ['gateway', { TRUSTED_KEYS: '{"keys":[{"kty":"OKP","kid":"a"}]}' }, 'TRUSTED_KEYS: key 1: '],
] as const)('%s exits at once with one line about %o', async (program, wrong, says) => {
  const name = program.replace('services/', '');
  const { status, lines } = run(`${program}/src/main.ts`, { ...(await complete(name)), ...wrong });
  expect([status, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toContain(`${name}: configuration: ${says}`);
});

it('provisioning reports a missing variable or an invalid address in one line', () => {
  const provision = 'services/kit/bin/provision.ts';
  expect(run(provision)).toEqual({
    status: 1,
    lines: ['configuration: ADMIN_DATABASE_URL is missing'],
  });
  const { status, lines } = run(provision, {
    ADMIN_DATABASE_URL: 'postgres://a@b/c',
    IDENTITY_DATABASE_URL: 'garbage',
  });
  expect([status, lines]).toEqual([
    1,
    ['configuration: IDENTITY_DATABASE_URL: must begin with postgres:// or postgresql://'],
  ]);
});

it('the stack reports a taken port in one line', async () => {
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

it('the stack reports in one line how to install a missing nats-server', () => {
  const bare = temporary('g2-path-');
  for (const tool of ['setpriv', 'chown', 'ps', 'sh']) {
    const found = spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim();
    if (found) symlinkSync(found, join(bare, tool));
  }
  // GOPROXY=off prevents an installed Go from building nats-server.
  const env = { PATH: bare, HOME: bare, GOPROXY: 'off', PORT: '1', G2_DATA_DIR: temporary('g2-bare-') };
  const { status, lines } = run('deploy/stack/up.ts', env);
  expect(status).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/nats-server/);
});
