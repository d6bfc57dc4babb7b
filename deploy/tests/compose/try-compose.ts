// Tests docker-compose.yml: npm run test:compose
// Builds the images, starts a uniquely named project on free ports, runs the HTTP journey of deploy/tests/e2e,
// crashes a program, stops, restarts and removes everything, and prints durations and sizes.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@g2/kit/testing-ports';
import { logIn, signUp } from '../e2e/support/client.ts';
import { HTTP_JOURNEY, runJourneys } from '../e2e/support/journeys-against.ts';
import { ComposeProject, type ContainerFacts, lines } from './compose-project.ts';

const READY_S = '600';
const STOP_MS = 120_000;
const COMMANDS = [
  'deploy/ops/check/money.ts',
  'deploy/ops/check/objects.ts',
  'deploy/ops/check/trail.ts',
  'deploy/ops/diagnose.ts',
  'deploy/ops/dead-letters.ts list',
  'deploy/ops/backup/backup.ts /backups',
];

const figures: [what: string, value: string][] = [];

/** @throws Error when `holds` is false */
function assert(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  console.log(`… ${what}`);
  const startedAt = Date.now();
  const result = await work();
  figures.push([what, `${((Date.now() - startedAt) / 1000).toFixed(1)} s`]);
  return result;
}

const isOurs = ({ image }: ContainerFacts): boolean => image.startsWith('g2/');

const up = (project: ComposeProject) =>
  project.compose('up', '--detach', '--wait', '--wait-timeout', READY_S, '--quiet-pull');

/** Checks that every container is read-only, without capabilities and limited; our images must not run as root. */
async function checkConfinement(project: ComposeProject): Promise<void> {
  for (const one of await project.containers()) {
    assert(one.readOnly, `${one.service}: its root file system can be written`);
    assert(one.dropsAll, `${one.service}: keeps capabilities`);
    assert(one.noNewPrivileges, `${one.service}: may gain privileges`);
    assert(
      one.memoryLimit > 0 && one.processLimit > 0,
      `${one.service}: takes what memory and processes it likes`,
    );
    if (isOurs(one)) assert(one.user === '1000:1000', `${one.service} runs as "${one.user}"`);
  }
}

/** Checks that each program sees only its own secrets and that NATS refuses a connection without credentials. */
async function checkSecretIsolation(project: ComposeProject): Promise<void> {
  const seen = await project.compose(
    'exec',
    '-T',
    'gateway',
    'sh',
    '-c',
    'cd /run/g2 && find . -type f | sort',
  );
  assert(seen === './gateway-nats-url\n./keys/trusted.json', `the gateway sees ${seen}`);
  const anonymous = `
    const socket = require('node:net').connect(4222, 'nats');
    socket.write('CONNECT {}\\r\\nPING\\r\\n');
    socket.on('data', (data) => { if (/PONG|-ERR/.test(data)) { console.log(String(data)); socket.destroy(); } });`;
  const response = await project.compose('exec', '-T', 'gateway', 'node', '-e', anonymous);
  assert(/Authorization Violation/.test(response), `NATS said to a stranger: ${response}`);
}

/** Tries TCP connections from a container. @returns one line per address, ending in `open` or the error */
async function tryConnections(
  project: ComposeProject,
  from: string,
  addresses: readonly string[],
): Promise<string[]> {
  const program = `
    const net = require('node:net');
    const ask = (address) => new Promise((resolve) => {
      const [host, port] = address.split(':');
      const socket = net.connect({ host, port: Number(port), timeout: 3000 });
      socket.once('connect', () => resolve('open')).once('error', (error) => resolve(error.code)).once('timeout', () => resolve('silent'));
    }).then((said) => address + ' ' + said);
    Promise.all(process.argv.slice(1).map(ask)).then((all) => { console.log(all.join('\\n')); process.exit(0); });`;
  return lines(await project.compose('exec', '-T', from, 'node', '-e', program, ...addresses));
}

/** Checks the networks: gateway and simulator cannot reach the stores; internal networks have no default route. */
async function checkNetworkIsolation(project: ComposeProject): Promise<void> {
  const stores = ['postgres:5432', 'minio:9000'];
  for (const from of ['gateway', 'stripe-simulator']) {
    for (const answer of await tryConnections(project, from, stores)) {
      assert(!answer.endsWith(' open'), `${from} reaches ${answer}`);
    }
  }
  const [own = ''] = await tryConnections(project, 'registration', ['postgres:5432']);
  assert(own.endsWith(' open'), `registration does not reach its database: ${own}`);
  const routes = await project.compose('exec', '-T', 'registration', 'cat', '/proc/net/route');
  const hasDefaultRoute = lines(routes).some((line) => line.split('\t')[1] === '00000000');
  assert(!hasDefaultRoute, 'registration has a way out');
}

/** Measures the processor time of one health check in the gateway's container. */
async function healthCheckCpuTime(project: ComposeProject): Promise<string> {
  const times = 20;
  const script = `TIMEFORMAT='%U %S'; { time for i in $(seq ${times}); do healthcheck || exit 1; done; } 2>&1`;
  const response = await project.compose('exec', '-T', 'gateway', 'bash', '-c', script);
  const [user = 0, system = 0] = response.split(/\s+/).map(Number);
  return `${Math.round(((user + system) / times) * 1000)} ms of a processor`;
}

async function checkHealth(project: ComposeProject): Promise<void> {
  const all = await project.containers();
  assert(all.filter(isOurs).length >= 14, `only ${all.length} containers are there`);
  for (const one of all) {
    const well = one.running ? one.health === undefined || one.health === 'healthy' : one.exitCode === 0;
    assert(well, `${one.service}: ${JSON.stringify(one)}`);
  }
}

async function checkOperatorCommands(project: ComposeProject): Promise<void> {
  const run = (...command: string[]) => project.compose('run', '--rm', '--no-TTY', 'tools', ...command);
  const status = await run('cat', '/proc/self/status');
  assert(/^Uid:\s+1000\s/m.test(status), 'tools: runs as another user than 1000');
  assert(/^CapBnd:\s+0+$/m.test(status), 'tools: keeps capabilities');
  assert(/^NoNewPrivs:\s+1$/m.test(status), 'tools: may gain privileges');
  const readOnly = await run('sh', '-c', 'touch /app/x 2>&1 || true');
  assert(readOnly.includes('Read-only'), 'tools: its root file system can be written');
  for (const command of COMMANDS) {
    const response = await timed(command, () => run('node', ...command.split(' ')));
    console.log(response.replaceAll(/^/gm, '  '));
  }
}

async function checkCrashRestart(project: ComposeProject, service: string): Promise<void> {
  const { restarts } = await project.container(service);
  await project.crash(service);
  await project.until(service, (facts) => facts.restarts > restarts && facts.health === 'healthy', 120_000);
}

/** Checks that every program exits cleanly within its stop time-out. */
async function checkCleanStop(project: ComposeProject): Promise<void> {
  const begun = Date.now();
  await project.compose('stop');
  assert(Date.now() - begun < STOP_MS, `stopping took ${Math.round((Date.now() - begun) / 1000)} s`);
  for (const one of await project.containers()) {
    assert(!one.running, `${one.service} still runs`);
    assert(one.exitCode === 0, `${one.service} ended with exit code ${one.exitCode}`);
  }
}

/** Checks that Prometheus scrapes all programs and loads all rules. @returns its figures; skips without its image */
async function checkMonitoring(project: ComposeProject, port: number): Promise<string> {
  if (!(await project.hasImageOf('prometheus'))) return 'not tried: its image is not here';
  await project.compose('--profile', 'observability', 'up', '--detach', 'prometheus');
  const ask = async (what: string): Promise<unknown> =>
    ((await (await fetch(`http://localhost:${port}/api/v1/${what}`)).json()) as { data: unknown }).data;
  const settled = async (): Promise<string | undefined> => {
    const { activeTargets } = (await ask('targets')) as { activeTargets: { health: string }[] };
    const { groups } = (await ask('rules')) as { groups: { rules: { name: string; health: string }[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    const broken = rules.filter(({ health }) => health === 'err').map(({ name }) => name);
    assert(broken.length === 0, `rules it cannot evaluate: ${broken.join(', ')}`);
    const [up, ok] = [activeTargets, rules].map((all) => all.every(({ health }) => /up|ok/.test(health)));
    if (!up || !ok || rules.length === 0) return undefined;
    return `${activeTargets.length} programs scraped, ${rules.length} rules evaluated`;
  };
  for (const end = Date.now() + 120_000; Date.now() < end; await delay(1_000)) {
    const figures = await settled().catch((error: unknown) => {
      if (error instanceof TypeError) return undefined; // not listening yet
      throw error;
    });
    if (figures === undefined) continue;
    await checkConfinement(project);
    await project.compose('--profile', 'observability', 'rm', '--stop', '--force', 'prometheus');
    return figures;
  }
  throw new Error('Prometheus does not see every program, or has not evaluated every rule, after 120 s');
}

type Ports = { url: string; prometheus: number };

async function tryAll(project: ComposeProject, ports: Ports): Promise<void> {
  await timed('images built', () => project.compose('build'));
  await timed('from nothing to ready', () => up(project));
  await checkHealth(project);
  await checkConfinement(project);
  await checkSecretIsolation(project);
  await checkNetworkIsolation(project);
  figures.push(['a health check', await healthCheckCpuTime(project)]);
  await timed('the HTTP journey', () => runJourneys(ports.url, [HTTP_JOURNEY]));
  await checkOperatorCommands(project);
  figures.push(['Prometheus', await checkMonitoring(project, ports.prometheus)]);
  await timed('a crashed program is ready again', () => checkCrashRestart(project, 'certificate'));
  const { user, password } = await signUp(ports.url);
  await timed('all stopped', () => checkCleanStop(project));
  await timed('started again', () => up(project));
  await logIn(ports.url, { email: user.email, password });
  for (const [image, size] of await project.imageSizes()) figures.push([`image ${image}`, `${size} MB`]);
  for (const [service, used] of await project.memory()) figures.push([`memory of ${service}`, used]);
}

async function main(): Promise<void> {
  const [gateway, simulator, webhook] = [await freePort(), await freePort(), await freePort()];
  const prometheus = await freePort();
  const settings = {
    PORT: String(gateway),
    SIMULATOR_PORT: String(simulator),
    WEBHOOK_PORT: String(webhook),
    PROMETHEUS_PORT: String(prometheus),
    G2_VERSION: process.env.G2_VERSION || 'try',
  };
  const project = new ComposeProject(`g2-try-${randomBytes(4).toString('hex')}`, settings);
  // `--profile *` includes the backup volume, which a plain "down --volumes" leaves.
  const takeDown = () => project.compose('--profile', '*', 'down', '--volumes', '--timeout', '30');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void takeDown().finally(() => process.exit(130)));
  }
  try {
    await tryAll(project, { url: `http://localhost:${gateway}`, prometheus });
    console.log('docker compose: all of it holds');
  } catch (error) {
    console.error(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
    console.error(await project.compose('logs', '--tail', '15').catch(() => 'no logs'));
    process.exitCode = 1;
  } finally {
    await timed('taken down', takeDown);
    const left = await project.leftovers();
    if (left.length > 0) {
      console.error(`left behind: ${left.join(', ')}`);
      process.exitCode = 1;
    }
  }
  const width = Math.max(...figures.map(([what]) => what.length));
  for (const [what, value] of figures) console.log(`${what.padEnd(width)}  ${value}`);
}

await main();
