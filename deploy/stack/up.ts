import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { busUsers } from '@g2/kit/nats-permissions';
import { provision, serviceNames } from '@g2/kit/provision';
import { createStreams } from '@g2/kit/streams';
import { freePort, isFree } from '@g2/kit/testing-ports';
import { startChild } from './child.ts';
import { type NatsServer, startNats, startPostgres } from './infra.ts';
import { createOutput } from './output.ts';
import { isHealthy } from './probes.ts';
import {
  type BackingServices,
  metricsUrls,
  type Program,
  pickAddresses,
  programs,
  simulatorUrl,
  webhookUrl,
} from './programs.ts';
import { loadOrCreateSecrets, readSettings, type Settings } from './settings.ts';
import { openTestAuthority } from './signing.ts';
import { type SupervisedProcess, supervise } from './supervisor.ts';

const READY_TIMEOUT_MS = 120_000;
const root = resolve(import.meta.dirname, '../..');
/** Node.js keeps compiled code here: compiling takes half of a program's start time. */
const compileCache = join(root, 'node_modules/.cache/compiled');
const coloured = Boolean(process.stdout.isTTY || process.env.FORCE_COLOR) && !process.env.NO_COLOR;
const print = createOutput((text) => process.stdout.write(text), coloured);
const say = (line: string) => print('stack', line);

const keepers: SupervisedProcess[] = [];
let shutdown: Promise<void> | undefined;
let stackFile: string | undefined;

/** Stops the programs, then the servers they use. The exit code of the first call wins. */
function shutDown(code: number, reason: string): Promise<void> {
  shutdown ??= (async () => {
    say(reason);
    if (stackFile) rmSync(stackFile, { force: true });
    // Stops all programs at once, so that none waits for another, and then PostgreSQL and NATS.
    const backing = new Set(['nats', 'postgres']);
    await Promise.all(keepers.filter(({ name }) => !backing.has(name)).map((keeper) => keeper.stop()));
    await Promise.all(keepers.filter(({ name }) => backing.has(name)).map((keeper) => keeper.stop()));
    process.exit(code);
  })();
  return shutdown;
}

process.on('SIGINT', () => void shutDown(0, 'stopping'));
process.on('SIGTERM', () => void shutDown(0, 'stopping'));

try {
  await up(readSettings(process.env, root));
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  if (!shutdown) process.stderr.write(`g2: ${text}\n`);
  await shutDown(1, 'start failed');
}

async function up(settings: Settings): Promise<void> {
  // Fails with one clear error. Otherwise the gateway would start and exit five times.
  if (!(await isFree(settings.port)))
    throw new Error(`port ${settings.port} is in use: set PORT to another one`);
  mkdirSync(settings.dataDir, { recursive: true });
  const secrets = await loadOrCreateSecrets(settings.dataDir);
  const at = await pickAddresses();
  const startedAt = performance.now();
  const [postgresUrl, natsAt] = await Promise.all([postgres(settings), nats(settings)]);
  const databaseUrls = await provision(
    postgresUrl,
    serviceNames.map((service) => ({
      service,
      role: `g2_${service.replaceAll('-', '_')}`,
      password: secrets.rolePasswords[service] ?? '',
    })),
  );
  const servers = performance.now();
  const backing: BackingServices = { databaseUrls, natsUrls: natsAt.urls };
  const authority = await openTestAuthority(settings, at.authority);
  const all = programs({ root, settings, secrets, at, backing, authority });
  let ready = false;
  const publish = () => {
    if (!ready || shutdown) return;
    stackFile = join(settings.dataDir, 'stack.json');
    const facts = {
      url: settings.publicUrl,
      stripeSimulatorUrl: settings.stripe ? null : simulatorUrl(at),
      webhookUrl: webhookUrl(at),
      webhookSecret: settings.stripe ? null : secrets.simulator.webhookSecret,
      testAuthorityUrl: authority?.url ?? null,
      postgresUrl,
      natsUrl: natsAt.url,
      metricsUrls: metricsUrls(at),
      processes: keepers.map((keeper) => ({ name: keeper.name, pid: keeper.pid() })),
    };
    writeFileSync(`${stackFile}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${stackFile}.new`, stackFile);
  };
  await Promise.all(
    all.map((program) => startSupervised(program.name, () => startProgram(program), publish)),
  );
  await Promise.all(all.map(waitUntilReady));
  if (shutdown) return;
  ready = true;
  publish();
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
  say(`database and bus: ${seconds(startedAt, servers)}, programs: ${seconds(servers, performance.now())}`);
  process.stdout.write(`G2 Software Registry ready: ${settings.publicUrl}\n`);
}

async function startSupervised(
  name: string,
  start: Parameters<typeof supervise>[0]['start'],
  onStart = () => {},
): Promise<void> {
  const onGivenUp = (reason: string) => void shutDown(1, `giving up: ${reason}`);
  const keeper = await supervise({ name, start, onStart, say, onGivenUp });
  keepers.push(keeper);
  // shutDown() was called during this start and did not know this process.
  if (shutdown) await keeper.stop();
}

/** The embedded PostgreSQL unless DATABASE_URL is set. Its port stays the same across restarts. */
async function postgres({ databaseUrl, dataDir }: Settings): Promise<string> {
  if (databaseUrl) return databaseUrl;
  const dir = join(dataDir, 'postgres');
  let port = await freePort();
  let url = '';
  await startSupervised('postgres', async () => {
    const server = await startPostgres({ dataDir: dir, port, onLine: (line) => print('postgres', line) });
    ({ port, url } = server);
    return server;
  });
  return url;
}

/** The embedded NATS unless NATS_URL is set. Each program has its own user there. */
async function nats({ natsUrl, dataDir }: Settings): Promise<Pick<NatsServer, 'url' | 'urls'>> {
  if (natsUrl) {
    await createStreams(natsUrl, { prefix: 'g2', replicas: 1 });
    return { url: natsUrl, urls: sameForAll(natsUrl) };
  }
  const dir = join(dataDir, 'nats');
  const port = await freePort();
  let at: Pick<NatsServer, 'url' | 'urls'> = { url: '', urls: sameForAll('') };
  await startSupervised('nats', async () => {
    const server = await startNats({ dataDir: dir, port, say, onLine: logNatsProblem });
    at = server;
    return server;
  });
  return at;
}

function sameForAll(url: string): NatsServer['urls'] {
  return Object.fromEntries(busUsers.map((user) => [user, url])) as NatsServer['urls'];
}

/** NATS logs forty lines at every start: print only warnings and errors. */
function logNatsProblem(line: string): void {
  if (!/\[INF\]/.test(line)) print('nats', line);
}

function startProgram({ name, main, env }: Program) {
  return startChild({
    name,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', main],
    env: { PATH: process.env.PATH, TZ: 'UTC', NODE_COMPILE_CACHE: compileCache, ...env },
    onLine: (line) => print(name, line),
  });
}

async function waitUntilReady({ name, readyUrl }: Program): Promise<void> {
  const until = Date.now() + READY_TIMEOUT_MS;
  while (!(await isHealthy(readyUrl))) {
    if (shutdown) return;
    if (Date.now() > until) throw new Error(`${name} was not ready within ${READY_TIMEOUT_MS / 1000} s`);
    await delay(100);
  }
}
