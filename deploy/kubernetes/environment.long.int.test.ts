import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@g2/kit/testing';
import { freePort } from '@g2/kit/testing-ports';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { findBinary } from '../stack/binaries.ts';
import { type Child, startChild, waitReady } from '../stack/child.ts';
import { startPostgres } from '../stack/infra.ts';
import { isHealthy } from '../stack/probes.ts';
import { type KubernetesObject, render, root } from './chart.ts';
import { type Container, type Pod, podsOf } from './pods.ts';

// The tests have no cluster. They run the chart's commands with its environments as local processes, and
// replace the cluster's host names and paths by local ones.

const folder = mkdtempSync(join(tmpdir(), 'g2-chart-'));
const webFolder = join(folder, 'web');
mkdirSync(webFolder);
writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>G2 Software Registry</title>');
const running: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  // Stops in reverse start order, so that programs stop before the servers they use.
  for (const it of running.splice(0).reverse()) await it.stop();
  rmSync(folder, { recursive: true, force: true });
});
const keep = <T extends { stop(): Promise<void> }>(started: T): T => {
  running.push(started);
  return started;
};

/** Simulators of external systems and their ports. */
const SIMULATOR_PORTS = new Map([
  ['stripe-simulator', '8090'],
  ['test-authority', '8092'],
]);

type Secrets = Record<string, Record<string, string>>;
const secret = z.looseObject({ stringData: z.record(z.string(), z.string()) });
const secretsIn = (objects: KubernetesObject[]): Secrets =>
  Object.fromEntries(
    objects
      .filter(({ kind }) => kind === 'Secret')
      .map((it) => [it.metadata.name, secret.parse(it).stringData]),
  );

/** Replaces the cluster's host names and paths in a text by local ones. */
type Here = (text: string, pod: Pod) => string;

/** The environment of a container, with values of Secrets filled in as the kubelet does. */
function environmentOf(container: Container, pod: Pod, secrets: Secrets, here: Here): Record<string, string> {
  const env = container.env.map(({ name, value, valueFrom }): [string, string] => {
    const { name: from, key } = valueFrom?.secretKeyRef ?? { name: '', key: '' };
    const found = valueFrom ? secrets[from]?.[key] : value;
    if (found === undefined) throw new Error(`${pod.name}: no key ${key} in the Secret ${from}`);
    return [name, here(found, pod)];
  });
  return { PATH: process.env.PATH ?? '', ...Object.fromEntries(env) };
}

/** Command that an image runs by default: CMD of the Dockerfile. */
function imageCommand(): string[] {
  const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
  const [, last = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  return z.array(z.string()).parse(JSON.parse(last));
}

async function run(container: Container, pod: Pod, secrets: Secrets, here: Here): Promise<void> {
  const [command = '', ...args] = (container.command ?? []).map((word) => here(word, pod));
  const env = environmentOf(container, pod, secrets, here);
  const child = await startChild({ name: pod.name, command, args, env, cwd: root });
  const { code, tail } = await child.exited;
  expect(code, `${pod.name}: ${tail.join('\n')}`).toBe(0);
}

async function start(pod: Pod, secrets: Secrets, here: Here): Promise<Child> {
  const [container] = pod.spec.containers;
  if (!container) throw new Error(`${pod.name} has no container`);
  const workspace = pod.part === 'gateway' ? 'gateway' : `services/${pod.part}`;
  const [command = '', ...args] = container.command?.map((word) => here(word, pod)) ?? imageCommand();
  // Variables that the image sets: the program to start, and the folder of the built web application.
  const image = { WORKSPACE: workspace, ...(pod.part === 'gateway' ? { WEB_DIST: webFolder } : {}) };
  const env = { ...image, ...environmentOf(container, pod, secrets, here) };
  return keep(await startChild({ name: pod.name, command, args, env, cwd: root, stopTimeoutMs: 20_000 }));
}

it('starts the chart’s pods as processes, and `helm test` finds them ready', {
  timeout: 240_000,
}, async () => {
  const s3 = inject('infra').s3;
  if (!s3) throw new Error('an object store is needed: install MinIO, or Go, which builds it');
  const objects = await render('demo');
  const pods = podsOf(objects);
  const secrets = secretsIn(objects);
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), fsync: false }).then(keep),
    startNats(objects, pods, secrets),
  ]);
  secrets['g2-s3'] = { accessKey: s3.accessKey, secretKey: s3.secretKey };
  await makeDatabase(postgres.url, secrets['g2-postgresql']?.password ?? '');

  const deployments = pods.filter(({ kind }) => kind === 'Deployment');
  const { here, httpPort, metricsPort } = await onThisMachine(deployments, {
    'g2-postgresql:5432': new URL(postgres.url).host,
    'g2-nats:4222': nats,
    'g2-minio:9000': new URL(s3.endpoint).host,
  });
  const jobs = pods.filter(({ kind }) => kind === 'Job').sort((one, other) => order(one) - order(other));
  for (const job of jobs)
    for (const container of job.spec.containers) await run(container, job, secrets, here);

  for (const pod of deployments)
    for (const first of pod.spec.initContainers) await run(first, pod, secrets, here);
  const started = await Promise.all(
    deployments.map(async (pod) => ({ pod, child: await start(pod, secrets, here) })),
  );
  for (const { pod, child } of started) {
    const path = pod.spec.containers[0]?.readinessProbe?.httpGet?.path ?? '/';
    await waitReady(child, () => isHealthy(`http://127.0.0.1:${httpPort(pod)}${path}`), 120_000);
  }
  // The readiness probe does not check NATS. Each program must connect with the user of its own Secret.
  for (const { pod } of started.filter(({ pod }) => !SIMULATOR_PORTS.has(pod.part))) {
    await eventually(`${pod.part} is connected to NATS`, async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort(pod)}/metrics`)).text();
      return /^g2_nats_connected 1$/m.test(metrics);
    });
  }
  expect(started.map(({ pod }) => pod.part).sort()).toEqual([
    'certificate',
    'gateway',
    'identity',
    'payment-credit',
    'registration',
    'storage-hashing',
    'stripe-simulator',
    'test-authority',
  ]);

  const test = pods.find(({ kind }) => kind === 'Pod');
  if (!test) throw new Error('the chart has no test');
  for (const container of test.spec.containers) await run(container, test, secrets, here);

  // With one program stopped, the chart's test must fail.
  await started.find(({ pod }) => pod.part === 'certificate')?.child.stop();
  const [program = '', ...words] = (test.spec.containers[0]?.command ?? []).map((word) => here(word, test));
  await expect(promisify(execFile)(program, words)).rejects.toThrow();
});

/** Starts NATS with the chart's configuration and passwords. @returns host and port */
async function startNats(objects: KubernetesObject[], pods: Pod[], secrets: Secrets): Promise<string> {
  const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'g2-nats');
  const { data } = z.looseObject({ data: z.object({ 'nats.conf': z.string() }) }).parse(map);
  const config = join(folder, 'nats.conf');
  // Removes a setting that the NATS of some distributions does not know.
  const text = data['nats.conf'].replace(
    'store_dir: /data',
    `store_dir: ${JSON.stringify(join(folder, 'nats'))}`,
  );
  writeFileSync(config, text.replace(/^\s*sync_interval:.*$/m, ''));
  const pod = pods.find(({ part }) => part === 'nats');
  const [container] = pod?.spec.containers ?? [];
  if (!pod || !container) throw new Error('the chart has no NATS');
  const env = environmentOf(container, pod, secrets, (value) => value);
  const [port, monitor] = [await freePort(), await freePort()];
  const at = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor)];
  const command = await findBinary('nats-server');
  const child = keep(await startChild({ name: 'nats', command, args: ['-c', config, ...at], env }));
  await waitReady(child, () => isHealthy(`http://127.0.0.1:${monitor}/healthz`), 30_000);
  return `127.0.0.1:${port}`;
}

/** Order of the jobs: provision creates roles and schemas, which the migrations need. */
const order = ({ part }: Pod): number => (part === 'provision' ? 0 : 1);

/** Creates the user and the database that the PostgreSQL image creates from POSTGRES_PASSWORD and POSTGRES_DB. */
async function makeDatabase(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE ROLE postgres SUPERUSER LOGIN PASSWORD ${client.escapeLiteral(password)}`);
    await client.query('CREATE DATABASE g2 OWNER postgres');
  } finally {
    await client.end();
  }
}

/** Assigns local ports and mounts to every program. */
async function onThisMachine(deployments: Pod[], outside: Record<string, string>) {
  const places = new Map(Object.entries(outside));
  for (const { name } of deployments) {
    for (const port of [8080, 8090, 8092, 9090, 9464])
      places.set(`${name}:${port}`, `127.0.0.1:${await freePort()}`);
  }
  const portOf = (pod: Pod, port: string): string => places.get(`${pod.name}:${port}`)?.split(':')[1] ?? port;
  const here: Here = (text, pod) => {
    const mount = join(folder, pod.name);
    mkdirSync(mount, { recursive: true });
    let moved = text.replaceAll(/\/run\/(g2|signing)|\/var\/lib\/g2/g, mount);
    for (const [there, place] of places) moved = moved.replaceAll(there, place);
    return /^(8080|8090|8092|9090|9464)$/.test(moved) ? portOf(pod, moved) : moved;
  };
  const httpPort = (pod: Pod): string => portOf(pod, SIMULATOR_PORTS.get(pod.part) ?? '8080');
  const metricsPort = (pod: Pod): string => portOf(pod, '9464');
  return { here, httpPort, metricsPort };
}
