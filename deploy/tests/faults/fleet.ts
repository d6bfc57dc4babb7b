import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provision, type ServiceName, serviceNames } from '@g2/kit/provision';
import { freePort } from '@g2/kit/testing-ports';
import { type NatsServer, type Server, startNats, startPostgres } from '../../stack/infra.ts';
import {
  type Addresses,
  GATEWAY_DRAIN_MS,
  metricsUrls,
  type Program,
  pickAddresses,
  programs,
  simulatorUrl,
  webhookUrl,
} from '../../stack/programs.ts';
import { loadOrCreateSecrets, readSettings } from '../../stack/settings.ts';
import { openTestAuthority } from '../../stack/signing.ts';
import { root } from '../e2e/support/stack.ts';
import { stopLoads } from './load.ts';
import { startReadyProxy } from './ready-proxy.ts';
import { createNameRegistry, createReplica, logLinesOf, type Replica } from './replica.ts';
import { assertThat, type TestServers } from './support.ts';

const NAMES = '.g2.internal';
/** Stand-ins for external services. They run as one instance each. */
const EXTERNAL_STANDINS = ['stripe-simulator', 'test-authority'];

export type BackingServer = { stop(signal?: NodeJS.Signals): Promise<void>; start(): Promise<void> };

/** PostgreSQL and NATS of a fleet. */
export type Backing = {
  postgres: BackingServer & { url(): string };
  nats: BackingServer & { url(): string };
  natsUrls(): NatsServer['urls'];
  /** Port of a pooler on this host, through which the programs reach PostgreSQL. */
  poolerPort?: number;
};

/** The product without a supervisor: a program that ends stays down until the drill restarts it. */
export type Fleet = {
  url: string;
  dataDir: string;
  /** Signing keys in the layout of services/kit/bin/keys.ts, read when a program starts. */
  keysDir: string;
  places: TestServers;
  natsUrl: string;
  webhookUrl: string;
  databaseUrls: Record<ServiceName, string>;
  /** Metrics URL of the first replica of each program, by program name. */
  metricsUrls: Record<string, string>;
  replicas(program: string): Replica[];
  postgres: BackingServer;
  nats: BackingServer;
  refused(): number;
  /** Warnings and errors that the programs logged for a request. */
  logLines: (requestId: string) => string[];
  /** @throws Error when a program ended that the drill did not stop; a supervisor would hide this */
  allAlive(): void;
  /** Stops everything and deletes the data folder unless the caller passed one. */
  stop(): Promise<void>;
};

export type FleetOptions = {
  /**
   * Replicas of each program. With more than one, the gateway runs behind a balancer. Needs the Linux
   * loopback address 127.0.0.2.
   */
  replicas?: number;
  env?: Record<string, Record<string, string>>;
  dataDir?: string;
  /** Servers that the caller starts and stops; absent: one PostgreSQL and one NATS of the fleet. */
  backing?: Backing;
  /** Runs after the embedded servers start and before the programs, for example to restore a backup. */
  beforePrograms?: (fleet: Pick<Fleet, 'places' | 'dataDir' | 'databaseUrls'>) => Promise<void>;
};

/** As in a cluster, a stopping gateway serves requests until the balancer has seen that it is not ready. */
const DRAIN = { SHUTDOWN_DRAIN_MS: GATEWAY_DRAIN_MS };

type Stoppable = { stop(): Promise<unknown> };
/** What a fleet has started, in this order. */
type Started = { servers: Stoppable[]; programs: Stoppable[] };

export async function startFleet(options: FleetOptions = {}): Promise<Fleet> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'g2-drill-'));
  const started: Started = { servers: [], programs: [] };
  const stop = async () => {
    stopLoads();
    // Stop the balancer and the programs before the servers they depend on.
    for (const one of started.programs.splice(0).reverse()) await one.stop();
    await Promise.all(started.servers.splice(0).map((one) => one.stop()));
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return await assemble(dataDir, options, started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts one PostgreSQL and one NATS, and adds them to `servers`. */
async function startBacking(dataDir: string, servers: Stoppable[]): Promise<Backing> {
  const postgres = await startBackingServer((at) =>
    startPostgres({ dataDir: join(dataDir, 'postgres'), ...at }),
  );
  servers.push(postgres);
  let urls: NatsServer['urls'] | undefined;
  const nats = await startBackingServer(async (at) => {
    const server = await startNats({ dataDir: join(dataDir, 'nats'), ...at });
    urls = server.urls;
    return server;
  });
  servers.push(nats);
  const natsUrls = () => {
    if (!urls) throw new Error('NATS did not start');
    return urls;
  };
  return { postgres, nats, natsUrls };
}

async function assemble(
  dataDir: string,
  options: FleetOptions,
  started: Started,
  stop: () => Promise<void>,
): Promise<Fleet> {
  const { replicas = 1, env = {}, beforePrograms } = options;
  const port = await freePort();
  const settings = readSettings({ PORT: String(port), G2_DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, root);
  const backing = options.backing ?? (await startBacking(dataDir, started.servers));
  const { postgres, nats } = backing;
  const secrets = await loadOrCreateSecrets(dataDir);
  const keysDir = join(dataDir, 'keys');
  execFileSync(process.execPath, [join(root, 'services/kit/bin/keys.ts'), keysDir]);
  const at = await pickAddresses();
  const direct = await provision(
    postgres.url(),
    serviceNames.map((service) => ({
      service,
      role: `g2_${service.replaceAll('-', '_')}`,
      password: secrets.rolePasswords[service] ?? '',
    })),
  );
  const databaseUrls = throughPooler(direct, backing.poolerPort);
  const places = { postgresUrl: postgres.url(), stripeSimulatorUrl: simulatorUrl(at) };
  await beforePrograms?.({ places, dataDir, databaseUrls });
  const authority = await openTestAuthority(settings, at.authority);
  const natsUrls = backing.natsUrls();
  const plan = { root, settings, secrets, at, backing: { databaseUrls, natsUrls }, authority };
  const gatewayPort = replicas > 1 ? await freePort() : port;
  const own = replicas > 1 ? { ...env, gateway: { ...DRAIN, ...env.gateway } } : env;
  const all = programs(plan).map((one) => adaptProgram(one, { at, env: own, keysDir, gatewayPort }));
  const names = createNameRegistry(join(dataDir, 'names.json'));
  const every = all.flatMap((program) =>
    Array.from({ length: EXTERNAL_STANDINS.includes(program.name) ? 1 : replicas }, (_, index) =>
      createReplica(program, `127.0.0.${index + 1}`, names, dataDir),
    ),
  );
  started.programs.push({ stop: () => Promise.all(every.map((one) => one.stop())) });
  await Promise.all(every.map((one) => one.start()));
  const backends = every
    .filter((one) => one.program === 'gateway')
    .map((one) => `http://${one.address}:${gatewayPort}`);
  const proxy = replicas > 1 ? await startReadyProxy(port, backends) : undefined;
  if (proxy) started.programs.push(proxy);
  return {
    url: settings.publicUrl,
    dataDir,
    keysDir,
    places,
    natsUrl: nats.url(),
    webhookUrl: webhookUrl(at),
    databaseUrls,
    metricsUrls: metricsUrls(at),
    replicas: (program) => every.filter((one) => one.program === program),
    postgres,
    nats,
    refused: () => proxy?.refused() ?? 0,
    logLines: (requestId) => logLinesOf(dataDir, requestId),
    allAlive() {
      const dead = every.filter((one) => one.died());
      assertThat(dead.length === 0, `ended by themselves: ${dead.map((one) => one.program).join(', ')}`);
    },
    stop,
  };
}

function throughPooler(
  urls: Record<ServiceName, string>,
  port: number | undefined,
): Record<ServiceName, string> {
  if (port === undefined) return urls;
  const pooled = Object.entries(urls).map(([service, text]) => {
    const url = new URL(text);
    url.port = String(port);
    return [service, url.href];
  });
  return Object.fromEntries(pooled) as Record<ServiceName, string>;
}

async function startBackingServer(
  begin: (at: { port?: number }) => Promise<Server & { url: string; port: number }>,
) {
  let server = await begin({});
  const { port, url } = server;
  return {
    url: () => url,
    async stop(signal?: NodeJS.Signals) {
      if (signal) {
        process.kill(server.pid, signal);
        await server.exited;
      } else await server.stop();
    },
    async start() {
      server = await begin({ port });
    },
  };
}

type Adaptation = {
  at: Addresses;
  env: Record<string, Record<string, string>>;
  keysDir: string;
  gatewayPort: number;
};

/** Adapts a program of `npm start` to run as in an installation: peers by host name, keys from files. */
function adaptProgram(program: Program, { at, env, keysDir, gatewayPort }: Adaptation): Program {
  const named = Object.entries(program.env).map(([variable, value]) => {
    let text = value;
    for (const service of serviceNames) {
      for (const port of [at.grpc[service], at.http[service]]) {
        text = text.replace(`127.0.0.1:${port}`, `${service}${NAMES}:${port}`);
      }
    }
    return [variable, text] as const;
  });
  const { SERVICE_KEY, TRUSTED_KEYS, ...rest } = Object.fromEntries(named);
  const own = {
    ...rest,
    ...(SERVICE_KEY ? { SERVICE_KEY_FILE: join(keysDir, `${program.name}.json`) } : {}),
    ...(TRUSTED_KEYS ? { TRUSTED_KEYS_FILE: join(keysDir, 'trusted.json') } : {}),
    ...(program.name === 'gateway' ? { HTTP_PORT: String(gatewayPort) } : {}),
    ...env[program.name],
  };
  const readyUrl = program.name === 'gateway' ? `http://127.0.0.1:${gatewayPort}/readyz` : program.readyUrl;
  return { ...program, env: own, readyUrl };
}
