import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findDebian } from '../../../stack/binaries.ts';
import { type Child, signalQuietly, startChild } from '../../../stack/child.ts';
import { withFileLock } from '../../../stack/lease.ts';
import { cacheFolder, runCommand } from '../../../stack/obtain.ts';

/** The Debian release with PostgreSQL 17 and Patroni 4. Its programs run from a file tree of their own. */
const RELEASE = 'trixie';
const PACKAGES = [
  'patroni',
  'python3-etcd',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'pgbouncer',
  'postgresql-17',
];
const TREE = join(cacheFolder('failover'), `${RELEASE}-1`);
/** Folder of the drill, as the programs of the tree see it. */
const DATA = '/var/lib/g2-drill';
const USER = 'postgres';

const BRIDGE = 'g2-failover';
const SUBNET = '10.231.77';
const NODES = 3;

/** A machine of the cluster: a network namespace and a folder. */
export type Node = {
  name: string;
  ip: string;
  /** The node's folder, as its programs see it and as this process sees it. */
  inside: string;
  outside: string;
  /** Starts a program of the tree on the node. */
  start(name: string, args: string[]): Promise<Child>;
  /** Starts a program of this machine in the node's network. */
  startOwn(name: string, args: string[]): Promise<Child>;
  /** Sends SIGKILL to the node's processes; with `names`, only to processes with one of these names. */
  kill(names?: readonly string[]): Promise<void>;
  /** Cuts the node from the network, or connects it again. No connection is closed. */
  setConnected(connected: boolean): void;
  /** Deletes the node's folder and creates it empty. */
  empty(): void;
};

export type Machines = {
  nodes: Node[];
  subnet: string;
  /** Folder of the programs that run beside the nodes, as the programs see it and as this process sees it. */
  inside: string;
  outside: string;
  /** Starts a program of the tree in this machine's network. */
  start(name: string, args: string[]): Promise<Child>;
  /** Runs a program of the tree to its end. @returns its output */
  run(args: string[]): string;
};

/** Runs `work` with three empty nodes. One process of a machine can have them at a time. @throws Error unless root on Linux */
export async function withMachines(work: (machines: Machines) => Promise<void>): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('the drill needs Linux and root, for network namespaces');
  }
  mkdirSync(dirname(TREE), { recursive: true });
  await withFileLock(`${TREE}.lock`, undefined, async () => {
    await installTree();
    const clear = () => {
      removeNodes();
      rmSync(join(TREE, DATA), { recursive: true, force: true });
    };
    clear();
    process.once('exit', clear);
    try {
      const folders = foldersOf('host');
      emptyFolder(folders.outside);
      await work({
        nodes: createNodes(),
        subnet: `${SUBNET}.0/24`,
        ...folders,
        start: (name, args) => start(name, ['unshare', '--mount', ...inTree(args)]),
        run: (args) =>
          execFileSync('unshare', ['--mount', ...inTree(args)], { encoding: 'utf8', env: environment() }),
      });
    } finally {
      process.off('exit', clear);
      clear();
    }
  });
}

async function installTree(): Promise<void> {
  if (existsSync(TREE)) return;
  const say = (line: string) => console.log(line);
  const debootstrap = await findDebian('/usr/sbin/debootstrap', 'debootstrap', { say });
  const fresh = `${TREE}.new`;
  rmSync(fresh, { recursive: true, force: true });
  say(`installing ${PACKAGES.join(', ')} of Debian ${RELEASE} (once; takes minutes)`);
  const args = ['--variant=minbase', `--include=${PACKAGES.join(',')}`, RELEASE, fresh];
  await runCommand(debootstrap, args, process.env, {});
  renameSync(fresh, TREE);
}

const environment = () => ({ PATH: process.env.PATH, TREE, LC_ALL: 'C', TZ: 'UTC' });

/** Command line of a program in the tree. It runs in a mount namespace of its own, so these mounts end with it. */
const inTree = (args: string[]): string[] => [
  'sh',
  '-c',
  'mount -t proc proc "$TREE/proc" && mount --rbind /dev "$TREE/dev" && exec "$@"',
  'sh',
  'chroot',
  `--userspec=${USER}:${USER}`,
  TREE,
  ...args,
];

function start(name: string, commandLine: string[]): Promise<Child> {
  const [command = '', ...args] = commandLine;
  const logs = process.env.DRILL_LOGS;
  const onLine = logs ? (line: string) => appendFileSync(join(logs, `${name}.log`), `${line}\n`) : undefined;
  return startChild({ name, command, args, env: environment(), onLine });
}

const foldersOf = (name: string) => ({ inside: join(DATA, name), outside: join(TREE, DATA, name) });

function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  const users = readFileSync(join(TREE, 'etc/passwd'), 'utf8');
  const [, uid = '', gid = ''] = new RegExp(`^${USER}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? [];
  chownSync(folder, Number(uid), Number(gid));
}

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8', stdio: 'pipe' });

function createNodes(): Node[] {
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${SUBNET}.254/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  return Array.from({ length: NODES }, (_, index) => createNode(index + 1));
}

const namespaceOf = (number: number): string => `${BRIDGE}-${number}`;
const cableOf = (number: number): string => `g2-cable-${number}`;

function createNode(number: number): Node {
  const name = `n${number}`;
  const namespace = namespaceOf(number);
  const cable = cableOf(number);
  const address = `${SUBNET}.${number}`;
  ip('netns', 'add', namespace);
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  ip('link', 'set', cable, 'master', BRIDGE, 'up');
  ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', device, 'up');
  const folders = foldersOf(name);
  emptyFolder(folders.outside);
  const onNode = ['ip', 'netns', 'exec', namespace];
  return {
    name,
    ip: address,
    ...folders,
    start: (program, args) => start(`${program}-${name}`, [...onNode, ...inTree(args)]),
    startOwn: (program, args) => start(`${program}-${name}`, [...onNode, ...args]),
    kill: (names) => killAll(namespace, names),
    setConnected: (connected) => void ip('link', 'set', cable, connected ? 'up' : 'down'),
    empty: () => emptyFolder(folders.outside),
  };
}

/** Repeats until no such process is left, because a process may start another meanwhile. */
async function killAll(namespace: string, names?: readonly string[]): Promise<void> {
  for (;;) {
    const wanted = pidsOf(namespace).filter((pid) => !names || names.includes(commandOf(pid)));
    if (wanted.length === 0) return;
    for (const pid of wanted) signalQuietly(pid, 'SIGKILL');
    await delay(50);
  }
}

const pidsOf = (namespace: string): number[] =>
  ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number);

/** Name of a process; empty when it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Ends what runs on the nodes and removes them, also those of an interrupted run. */
function removeNodes(): void {
  for (let number = 1; number <= NODES; number++) {
    const namespace = namespaceOf(number);
    if (existsSync(`/run/netns/${namespace}`)) {
      for (let pids = pidsOf(namespace); pids.length > 0; pids = pidsOf(namespace)) {
        for (const pid of pids) signalQuietly(pid, 'SIGKILL');
        execFileSync('sleep', ['0.05']);
      }
      ip('netns', 'delete', namespace);
    }
    removeDevice(cableOf(number));
  }
  removeDevice(BRIDGE);
}

function removeDevice(name: string): void {
  try {
    ip('link', 'delete', name);
  } catch {
    // It does not exist, or was removed with its namespace.
  }
}
