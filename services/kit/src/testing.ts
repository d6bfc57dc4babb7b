import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceDefinition } from '@grpc/grpc-js';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createKeyRing, type KeyRing, type Role } from './actor.ts';
import { ownerOfType } from './envelope.ts';
import { type CallOptions, connectRpc, type RpcClient } from './grpc-client.ts';
import { newId } from './ids.ts';
import { generateKeys } from './keys.ts';
import { createLogger } from './log.ts';
import { type Bus, startBus } from './nats.ts';
import { type ServiceName, serviceNames } from './provision.ts';
import { createStreams } from './streams.ts';
import { type Contents, copyTemplate } from './testing-databases.ts';

export type Peer = { grpc: string; http: string; pid: number; kill(signal: NodeJS.Signals): Promise<void> };

/** Environment of a test file on real servers, with its own database of all services, NATS subject prefix and keys. */
export type TestEnvironment = {
  /** Superuser's URL of this environment's database. */
  adminUrl: string;
  natsPrefix: string;
  s3: { endpoint: string; accessKey: string; secretKey: string } | null;
  /** Complete environment variables of a service; its ports are 0, which picks free ones. */
  env(service: ServiceName, extra?: Record<string, string>): Record<string, string>;
  /** NATS URL of the operators' user. */
  natsUrl: string;
  /** A user's token, signed as by identity and valid at every service. */
  userToken(user: { id: string; role: Role; sessionId?: string }): Promise<string>;
  serviceToken(service: ServiceName): Promise<string>;
  keys(service: ServiceName): KeyRing;
  /** Pool to inspect stored data, closed with this environment. Errors of idle connections do not fail a test. */
  pool(config: pg.PoolConfig): pg.Pool;
  /** Bus to watch events, or to publish them with the signature of the service that owns their subject. */
  bus(): Promise<Bus>;
  /** Starts another service as its own process. */
  startPeer(service: ServiceName, extra?: Record<string, string>): Promise<Peer>;
  close(): Promise<void>;
};

/** Longer than any test file takes, so that no test depends on the machine's speed. */
const TOKEN_SECONDS = 3_600;

/** Unreachable: tests that need a peer set its address. */
const UNREACHABLE = '127.0.0.1:1';
const NO_PEERS = {
  IDENTITY_GRPC: UNREACHABLE,
  REGISTRATION_GRPC: UNREACHABLE,
  STORAGE_GRPC: UNREACHABLE,
  PAYMENT_GRPC: UNREACHABLE,
  CERTIFICATE_GRPC: UNREACHABLE,
};

/** @param contents `schemas` for tests that create their own tables */
export async function createTestEnvironment(contents: Contents = 'tables'): Promise<TestEnvironment> {
  const infra = inject('infra');
  const id = `t${randomBytes(5).toString('hex')}`;
  const database = await copyTemplate(infra.templates, id, contents);
  await createStreams(infra.natsUrl, { prefix: id, replicas: 1 });
  const made = await generateKeys(serviceNames);
  const rings = new Map<ServiceName, KeyRing>();
  for (const name of serviceNames) {
    const key = made.private[name];
    if (key) rings.set(name, await createKeyRing(key, made.trusted));
  }
  const keys = (service: ServiceName): KeyRing => {
    const ring = rings.get(service);
    if (!ring) throw new Error(`no keys for ${service}`);
    return ring;
  };
  const env: TestEnvironment['env'] = (service, extra = {}) => ({
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    DATABASE_URL: database.urlOf(service),
    DATABASE_POOL: '8',
    NATS_URL: infra.natsUrls[service],
    NATS_PREFIX: id,
    PUBLIC_URL: 'http://localhost:8080',
    G2_DEMO: '1',
    ...NO_PEERS,
    SERVICE_KEY: JSON.stringify(made.private[service]),
    TRUSTED_KEYS: JSON.stringify(made.trusted),
    SHUTDOWN_GRACE_MS: '3000',
    SHUTDOWN_DRAIN_MS: '0',
    // Key of the public log.
    LOG_KEY: JSON.stringify(made.private.certificate),
    ...extra,
  });
  const buses: Bus[] = [];
  const pools: pg.Pool[] = [];
  const peers: Peer[] = [];
  return {
    adminUrl: database.adminUrl,
    natsPrefix: id,
    s3: infra.s3,
    env,
    keys,
    natsUrl: infra.natsUrl,
    userToken: ({ id: sub, role, sessionId }) =>
      keys('identity').sign(
        'actor',
        {
          sub,
          role,
          sid: sessionId ?? newId(),
          auth_time: Math.floor(Date.now() / 1_000),
          aud: [...serviceNames],
        },
        TOKEN_SECONDS,
      ),
    serviceToken: (service) => keys(service).sign('service', { aud: [...serviceNames] }, TOKEN_SECONDS),
    pool(config) {
      const pool = new pg.Pool(config);
      pool.on('error', () => {});
      pools.push(pool);
      return pool;
    },
    async bus() {
      const options = { url: infra.natsUrl, prefix: id, service: `test-${buses.length}` };
      const bus = startBus({ ...options, keys: signAsOwner(keys), log: createLogger('test', 'silent') });
      buses.push(bus);
      await bus.ready();
      return bus;
    },
    async startPeer(service, extra) {
      const peer = await startPeer(service, env(service, extra));
      peers.push(peer);
      return peer;
    },
    async close() {
      await Promise.all(peers.map((peer) => peer.kill('SIGKILL')));
      await Promise.all(buses.map((bus) => bus.stop()));
      await Promise.all(pools.filter((pool) => !pool.ending).map((pool) => pool.end()));
      await database.drop();
    },
  };
}

/** Signs each event with its owner's key. */
function signAsOwner(keys: (service: ServiceName) => KeyRing): KeyRing {
  const ownerIn = (bytes: Uint8Array) => {
    const owner = ownerOfType(Buffer.from(bytes).toString().split('\n')[1] ?? '');
    return serviceNames.find((name) => name === owner) ?? 'identity';
  };
  return { ...keys('identity'), signBytes: (bytes) => keys(ownerIn(bytes)).signBytes(bytes) };
}

async function startPeer(service: ServiceName, env: Record<string, string>): Promise<Peer> {
  const main = new URL(`../../${service}/src/main.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [main], { env: { ...inject('infra').compiled, ...env } });
  const lines: string[] = [];
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<{ grpcPort: number; httpPort: number }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line));
    });
  });
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const ports = await Promise.race([ready, exited.then(() => undefined)]);
  if (!ports || child.pid === undefined) {
    throw new Error(`${service} did not start:\n${lines.slice(-10).join('\n')}`);
  }
  return {
    grpc: `127.0.0.1:${ports.grpcPort}`,
    http: `http://127.0.0.1:${ports.httpPort}`,
    pid: child.pid,
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/** Closes a resource after a file's tests. Await it at the top level of the file. */
export async function closeAfterTests<T extends { close(): unknown }>(making: Promise<T>): Promise<T> {
  const made = await making;
  afterAll(async () => void (await made.close()));
  return made;
}

/** Polls until `look` returns neither undefined nor false. @throws Error with `what` after `timeoutMs` */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  timeoutMs = 20_000,
): Promise<T> {
  const until = Date.now() + timeoutMs;
  let last: unknown;
  while (Date.now() < until) {
    try {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
    } catch (error) {
      last = error;
    }
    await sleep(25);
  }
  throw new Error(`never came true: ${what}`, { cause: last });
}

/** Deadline of calls on a busy machine; tests do not measure speed. Below the test time-out. */
const LONG_DEADLINE_MS = 25_000;

/** A client with a longer deadline than the product's 5 s. */
export function rpcWithLongDeadline<D extends ServiceDefinition>(
  definition: D,
  address: string,
): RpcClient<D> {
  const client = connectRpc(definition, address);
  type Call = (request: unknown, options?: CallOptions) => Promise<unknown>;
  const calls: Record<string, unknown> = { close: () => client.close() };
  for (const name of Object.keys(definition)) {
    const call = client[name] as Call;
    calls[name] = (request: unknown, options: CallOptions = {}) =>
      call(request, { deadlineMs: LONG_DEADLINE_MS, ...options });
  }
  return calls as RpcClient<D>;
}
