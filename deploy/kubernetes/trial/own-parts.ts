import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ACTOR_TOKEN_SECONDS } from '@g2/kit/actor';
import { provision, serviceNames } from '@g2/kit/provision';
import { freePort } from '@g2/kit/testing-ports';
import pg from 'pg';
import { isHealthy } from '../../stack/probes.ts';
import { waitUntil } from '../../tests/faults/support.ts';
import { root } from '../chart.ts';
import { copySecret, makeSecret, secret } from './secrets.ts';
import {
  HERE,
  PROGRAMS,
  RELEASE,
  setJsonArguments,
  type TrialContext,
  upgrade,
  waitForRollout,
} from './trial.ts';
import { underLoad } from './under-load.ts';
import { acceptsConnections, forward, nodePortOf, routeToRelease } from './way-in.ts';

/** The second release: production settings except users and cards, on the servers of the first one. */
const OURS = 'own';
const DATABASE = `${RELEASE}-postgresql`;
/** Clock tolerance when a token's expiry is checked, plus a margin; ms. */
const CLOCK_TOLERANCE_MS = 10_000;
const MIGRATION_S = 60;

/**
 * Tests a production release that uses the database, NATS and storage of another release: a failing
 * migration, new passwords, a new signing key.
 * @throws when a request failed
 */
export async function testExternalParts(trial: TrialContext): Promise<void> {
  const keys = mkdtempSync(join(tmpdir(), 'g2-keys-'));
  try {
    await trial.figures.timed('installed on parts of its own', () => begin(trial, keys));
    await underLoad(trial, [
      { name: 'a migration fails', begin: () => failingMigration(trial) },
      { name: 'passwords of the database replaced', begin: () => newPasswords(trial) },
      { name: 'a signing key replaced', begin: () => newKey(trial, keys) },
    ]);
  } finally {
    rmSync(keys, { recursive: true });
  }
}

const keysCommand = (folder: string, step: string, service: string, seed = '') =>
  promisify(execFile)(process.execPath, [join(root, 'services/kit/bin/keys.ts'), folder, step, service], {
    env: { ...process.env, KEY_SEED: seed },
  });

const giveKeys = (trial: TrialContext, folder: string) =>
  makeSecret(trial, `${OURS}-signing-keys`, [`--from-file=${folder}`]);

async function begin(trial: TrialContext, keys: string): Promise<void> {
  const { kubectl } = trial;
  // The first release's network policies would refuse connections of the second.
  await upgrade(trial, { 'networkPolicy.enabled': false });
  const read = ['exec', `deployment/${RELEASE}-certificate`, HERE, '--', 'base64', '--wrap=0'];
  const file = (name: string) => kubectl.run(...read, `/run/signing/${name}`);
  const authority = await secret(trial, `${RELEASE}-test-authority`);
  await copySecret(trial, `${OURS}-signing`, {
    p12: Buffer.from(await file('assinatura.p12'), 'base64'),
    tsaRoots: Buffer.from(await file('carimbos-raizes.pem'), 'base64'),
    password: authority.password,
    tsaUrls: authority.tsaUrls,
  });
  for (const program of PROGRAMS) {
    const deployment = `deployment/${RELEASE}-${program}`;
    await kubectl.run('scale', deployment, '--replicas=0', HERE);
  }
  await copySecret(trial, `${OURS}-postgresql`, await secret(trial, DATABASE));
  // Uses the first release's signing keys, because a public log must keep its first key.
  const { seed } = await secret(trial, `${RELEASE}-signing-seed`);
  for (const service of serviceNames) await keysCommand(keys, 'derive', service, seed?.toString());
  await giveKeys(trial, keys);
  await release(trial, 'install', 'first');
  await routeToRelease(kubectl, 'gateway', OURS);
  // Nodes update their routing asynchronously.
  await waitUntil('the gateway answers', () => isHealthy(`${trial.url}/readyz`));
}

/** Installs or upgrades the second release. @param revision a new value restarts every pod */
async function release(
  trial: TrialContext,
  command: 'install' | 'upgrade',
  revision: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { url, simulatorUrl, images } = trial;
  const variable = (name: string, value: string) => ({ name, value });
  const values = {
    publicUrl: url,
    demo: true,
    'smtp.existingSecret': '',
    image: images,
    secretsRevision: revision,
    'migrations.deadlineSeconds': MIGRATION_S,
    'signingKeys.existingSecret': `${OURS}-signing-keys`,
    'signing.existingSecret': `${OURS}-signing`,
    'postgresql.existingSecret': `${OURS}-postgresql`,
    'nats.existingSecret': `${RELEASE}-nats`,
    s3: { endpoint: `http://${RELEASE}-minio:9000`, existingSecret: `${RELEASE}-s3` },
    'stripe.existingSecret': `${RELEASE}-stripe-simulator`,
    'networkPolicy.stripe.ports': [8090],
    'networkPolicy.signing.ports': [8092],
    'programs.payment-credit.extraEnv': [
      variable('STRIPE_API_BASE', `http://${RELEASE}-stripe-simulator:8090`),
      variable('STRIPE_BROWSER_BASE', simulatorUrl),
    ],
    'programs.gateway.extraEnv': [
      variable('PAYMENT_BROWSER_ORIGIN', simulatorUrl),
      variable('WRITES_PER_MINUTE', '100000'),
    ],
    'programs.identity.extraEnv': [variable('SIGN_UP_PER_HOUR', '100000')],
    ...Object.fromEntries(
      PROGRAMS.flatMap((program) => [
        [`programs.${program}.replicas`, 2],
        [`programs.${program}.autoscaling.enabled`, false],
        [`programs.${program}.resources.requests.cpu`, '50m'],
      ]),
    ),
    ...more,
  };
  await trial.helm(command, OURS, '.', ...setJsonArguments(values), '--wait', '--timeout=15m');
}

/** Upgrades with a wrong password, so that identity's migration fails and the old version keeps running. */
async function failingMigration(trial: TrialContext): Promise<void> {
  const urls = await secret(trial, `${OURS}-postgresql`);
  const wrong = new URL(urls.identity?.toString() ?? '');
  wrong.password = 'wrong';
  await copySecret(trial, `${OURS}-wrong`, { ...urls, identity: Buffer.from(wrong.href) });
  const before = await podNames(trial);
  const values = { 'postgresql.existingSecret': `${OURS}-wrong` };
  const stopped = await release(trial, 'upgrade', 'wrong', values).then(
    () => false,
    () => true,
  );
  if (!stopped) throw new Error('an upgrade with a failed migration went through');
  if ((await podNames(trial)) !== before) throw new Error('an upgrade with a failed migration replaced pods');
}

const podNames = ({ kubectl }: TrialContext): Promise<string> =>
  kubectl.run(
    'get',
    'pods',
    HERE,
    `--selector=app.kubernetes.io/instance=${OURS},app.kubernetes.io/name in (${PROGRAMS.join(',')})`,
    '--output=jsonpath={.items[*].metadata.name}',
  );

/** As in helm/README.md: adds a second role per service, switches to it, disables the first. */
async function newPasswords(trial: TrialContext): Promise<void> {
  const urls = await secret(trial, `${OURS}-postgresql`);
  const closed: string[] = [];
  const wanted = serviceNames.map((service) => {
    const url = new URL(urls[service]?.toString() ?? '');
    closed.push(url.username);
    url.username = `${url.username}_b`;
    url.password = randomBytes(18).toString('hex');
    return { service, url, role: url.username, password: url.password };
  });
  const fresh = Object.fromEntries(wanted.map(({ service, url }) => [service, Buffer.from(url.href)]));
  const port = await freePort();
  const door = await nodePortOf(trial.kubectl, 'postgresql', 5432);
  await waitUntil('the database lets in', () => acceptsConnections(door));
  const server = await forward(port, door);
  try {
    const admin = new URL(urls.admin?.toString() ?? '');
    admin.host = `127.0.0.1:${port}`;
    await provision(admin.href, wanted);
    await copySecret(trial, `${OURS}-postgresql`, { ...urls, ...fresh });
    await release(trial, 'upgrade', 'passwords');
    await refuseLogins(admin.href, closed);
  } finally {
    server.close();
  }
}

/** Disables new logins of these roles. Open connections stay, for pods that are still ending. */
async function refuseLogins(adminUrl: string, roles: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const role of roles) await client.query(`ALTER ROLE ${client.escapeIdentifier(role)} NOLOGIN`);
  } finally {
    await client.end();
  }
}

/** Follows "Replace a signing key" of helm/README.md: add, use and retire a key, with restarts in between. */
async function newKey(trial: TrialContext, keys: string): Promise<void> {
  await keysCommand(keys, 'add', 'identity');
  await giveKeys(trial, keys);
  await release(trial, 'upgrade', 'key-added');
  await keysCommand(keys, 'use', 'identity');
  await giveKeys(trial, keys);
  await trial.kubectl.run('rollout', 'restart', `deployment/${OURS}-identity`, HERE);
  await waitForRollout(trial, 'identity', OURS);
  await delay(ACTOR_TOKEN_SECONDS * 1_000 + CLOCK_TOLERANCE_MS);
  await keysCommand(keys, 'retire', 'identity');
  await giveKeys(trial, keys);
  await release(trial, 'upgrade', 'key-retired');
}
