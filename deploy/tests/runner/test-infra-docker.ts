import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { busUsers } from '@g2/kit/nats-permissions';
import { type NatsUser, natsAuthorization, natsUsers, OPS_USER } from '@g2/kit/nats-users';
import {
  GenericContainer,
  getContainerRuntimeClient,
  getReaper,
  type StartedTestContainer,
} from 'testcontainers';
import { parse } from 'yaml';
import { isHealthy, isNatsReady, isPostgresReady } from '../../stack/probes.ts';
import type { TestInfra, TestServers } from './test-servers.ts';

type ServerName = 'postgres' | 'nats' | 'minio';

export type InfraInDocker = TestServers & { stop(): Promise<void> };

const READY_MS = 60_000;

/**
 * PostgreSQL, NATS and S3 as containers with the images of docker-compose.yml: `INFRA=docker npm test`.
 * `stop()` removes them, as does the testcontainers reaper when its image is available.
 * @throws Error without a Docker engine or an image
 */
export async function startInDocker(say: (line: string) => void): Promise<InfraInDocker> {
  await startReaperIfAvailable(say);
  const started: StartedTestContainer[] = [];
  // The test runner calls process.exit() on a signal; without the reaper the containers would remain.
  const removeContainers = () =>
    void spawnSync('docker', ['rm', '-fv', ...started.map((container) => container.getId())]);
  process.once('exit', removeContainers);
  const stop = async () => {
    await Promise.all(started.map((container) => container.stop({ remove: true, removeVolumes: true })));
    process.off('exit', removeContainers);
  };
  const run = async (container: GenericContainer, ports: number[]): Promise<StartedTestContainer> => {
    const running = await container.withExposedPorts(...ports).start();
    started.push(running);
    return running;
  };
  const [postgres, nats, s3] = await Promise.allSettled([postgresIn(run), natsIn(run), minioIn(run)]);
  try {
    return { postgresUrl: had(postgres), ...had(nats), s3: had(s3), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Run = (container: GenericContainer, ports: number[]) => Promise<StartedTestContainer>;

async function postgresIn(run: Run): Promise<string> {
  const password = secret();
  const container = new GenericContainer(imageOf('postgres'))
    .withEnvironment({ POSTGRES_USER: 'g2', POSTGRES_PASSWORD: password, POSTGRES_DB: 'postgres' })
    .withCommand(['postgres', ...settings('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')])
    .withSharedMemorySize(256 * 1024 * 1024);
  const running = await run(container, [5432]);
  const url = `postgres://g2:${password}@${running.getHost()}:${running.getMappedPort(5432)}/postgres`;
  await ready('PostgreSQL', () => isPostgresReady(url));
  return url;
}

const settings = (...all: string[]): string[] =>
  ['max_connections=200', 'jit=off', 'timezone=UTC', ...all].flatMap((one) => ['-c', one]);

async function natsIn(run: Run): Promise<Pick<TestInfra, 'natsUrl' | 'natsUrls'>> {
  const name = `g2-${secret()}`;
  const passwords = Object.fromEntries(natsUsers.map((user) => [user, secret()]));
  const config = natsAuthorization((user) => JSON.stringify(passwords[user]), '*');
  const container = new GenericContainer(imageOf('nats'))
    .withCopyContentToContainer([{ content: `jetstream {}\n${config}`, target: '/etc/g2-nats.conf' }])
    .withCommand(['-c', '/etc/g2-nats.conf', `--name=${name}`]);
  const running = await run(container, [4222]);
  const port = running.getMappedPort(4222);
  await ready('NATS', () => isNatsReady(port, name));
  const urlOf = (user: NatsUser) => `nats://${user}:${passwords[user]}@${running.getHost()}:${port}`;
  const natsUrls = Object.fromEntries(busUsers.map((user) => [user, urlOf(user)]));
  return { natsUrl: urlOf(OPS_USER), natsUrls: natsUrls as TestInfra['natsUrls'] };
}

async function minioIn(run: Run): Promise<NonNullable<TestInfra['s3']>> {
  const [accessKey, secretKey] = [secret(), secret()];
  const container = new GenericContainer(imageOf('minio'))
    .withEnvironment({ MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: 'off' })
    .withCommand(['server', '/data']);
  const running = await run(container, [9000]);
  const endpoint = `http://${running.getHost()}:${running.getMappedPort(9000)}`;
  await ready('MinIO', () => isHealthy(`${endpoint}/minio/health/ready`));
  return { endpoint, accessKey, secretKey };
}

/** Starts the reaper; without its image only `stop()` removes containers. */
async function startReaperIfAvailable(say: (line: string) => void): Promise<void> {
  const client = await getContainerRuntimeClient();
  await getReaper(client).catch((error: Error) => {
    say(`testcontainers without its reaper: ${error.message.split('\n')[0]}`);
    process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  });
}

/** Image from docker-compose.yml, so that product and tests use the same. */
function imageOf(name: ServerName): string {
  const text = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
  const { services } = parse(text, { merge: true, maxAliasCount: -1 }) as {
    services: Record<ServerName, { image: string }>;
  };
  return services[name].image;
}

async function ready(what: string, probe: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + READY_MS; !(await probe()); await delay(100)) {
    if (Date.now() > until) throw new Error(`${what} in Docker did not answer within ${READY_MS} ms`);
  }
}

function had<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

const secret = (): string => randomBytes(12).toString('hex');
