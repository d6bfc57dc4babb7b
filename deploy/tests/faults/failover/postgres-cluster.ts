import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@g2/kit/testing-ports';
import { type Child, waitReady } from '../../../stack/child.ts';
import { isHealthy, isPostgresReady } from '../../../stack/probes.ts';
import { assertThat, query, waitUntil } from '../support.ts';
import type { Machines, Node } from './nodes.ts';
import {
  etcdArgs,
  haproxySettings,
  patroniSettings,
  pgbouncerSettings,
  SUPERUSER,
} from './postgres-settings.ts';

const START_MS = 120_000;
/** Patroni and PostgreSQL; etcd stays. */
const DATABASE_PROCESSES = ['patroni', 'postgres'];

type Member = { name: string; role: string; state: string };

export type PostgresCluster = {
  /** URL of the primary through HAProxy, with the superuser. */
  url: string;
  /** Port of PgBouncer on this machine. */
  poolerPort: number;
  primary(): Promise<Node>;
  /** Kills PostgreSQL and Patroni on the node. */
  killDatabase(node: Node): Promise<void>;
  startDatabase(node: Node): Promise<void>;
  /** Starts etcd and PostgreSQL on a node that was killed and emptied, as another member of the cluster. */
  replace(node: Node): Promise<void>;
  /** Waits until there are a primary, a synchronous standby and, on the other nodes, standbys that follow. */
  whole(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts etcd and Patroni on each node, and one HAProxy and one PgBouncer in front of them. */
export async function startPostgresCluster(machines: Machines): Promise<PostgresCluster> {
  const { nodes } = machines;
  const password = randomBytes(18).toString('hex');
  const beside: Child[] = [];

  const startEtcd = (node: Node, state: 'new' | 'existing') =>
    node.start('etcd', etcdArgs(node, nodes, state));
  const startDatabase = async (node: Node) => {
    const file = 'patroni.json';
    write(node, file, JSON.stringify(patroniSettings(node, machines, password)));
    await node.start('patroni', ['patroni', join(node.inside, file)]);
  };
  const waitWhole = () =>
    waitUntil(
      'a primary, a synchronous standby and a standby run',
      async () => isWhole(await membersOf(nodes), nodes.length),
      START_MS,
    );

  await Promise.all(nodes.map((node) => startEtcd(node, 'new')));
  await waitUntil('etcd is there', async () => {
    const healthy = await Promise.all(nodes.map(({ ip }) => isHealthy(`http://${ip}:2379/health`)));
    return healthy.every(Boolean);
  });
  await Promise.all(nodes.map(startDatabase));
  await waitWhole();

  const [proxyPort, poolerPort] = [await freePort(), await freePort()];
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${proxyPort}/postgres`;
  write(machines, 'haproxy.cfg', haproxySettings(nodes, proxyPort));
  write(machines, 'users.txt', `"${SUPERUSER}" "${password}"\n`);
  write(machines, 'pgbouncer.ini', pgbouncerSettings(machines.inside, proxyPort, poolerPort));
  const haproxy = await machines.start('haproxy', [
    '/usr/sbin/haproxy',
    '-db',
    '-f',
    join(machines.inside, 'haproxy.cfg'),
  ]);
  beside.push(haproxy);
  await waitReady(haproxy, () => leadsToPrimary(url, nodes.length), START_MS);
  const pooler = await machines.start('pgbouncer', [
    '/usr/sbin/pgbouncer',
    join(machines.inside, 'pgbouncer.ini'),
  ]);
  beside.push(pooler);
  await waitReady(pooler, () => isPostgresReady(url.replace(`:${proxyPort}/`, `:${poolerPort}/`)));

  return {
    url,
    poolerPort,
    async primary() {
      const leader = (await membersOf(nodes)).find(isPrimary);
      const node = nodes.find(({ name }) => name === leader?.name);
      assertThat(node !== undefined, 'there is no primary');
      return node;
    },
    killDatabase: (node) => node.kill(DATABASE_PROCESSES),
    startDatabase,
    async replace(node) {
      const others = nodes.filter((one) => one !== node);
      const etcdctl = (...args: string[]) =>
        machines.run(['etcdctl', `--endpoints=http://${others[0]?.ip}:2379`, ...args]);
      const listed = etcdctl('member', 'list').split('\n');
      const [id] = listed.find((line) => line.includes(`, ${node.name},`))?.split(',') ?? [];
      assertThat(id !== undefined, `etcd has no member ${node.name}`);
      etcdctl('member', 'remove', id);
      etcdctl('member', 'add', node.name, `--peer-urls=http://${node.ip}:2380`);
      await startEtcd(node, 'existing');
      await startDatabase(node);
    },
    whole: waitWhole,
    async stop() {
      for (const child of beside.reverse()) await child.stop();
    },
  };
}

/** Whether connections reach the primary only. HAProxy takes every node for one until it has checked it. */
async function leadsToPrimary(postgresUrl: string, count: number): Promise<boolean> {
  try {
    for (let tries = 0; tries < 2 * count; tries++) {
      const [row] = await query<{ standby: boolean }>(
        { postgresUrl },
        'SELECT pg_is_in_recovery() AS standby',
      );
      if (row?.standby !== false) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Writes a file that a program of the tree reads. */
function write({ outside }: Pick<Machines, 'outside'>, file: string, text: string): void {
  const path = join(outside, file);
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o644 });
}

/** Members of the cluster as the first Patroni that answers reports them. */
async function membersOf(nodes: readonly Node[]): Promise<Member[]> {
  for (const { ip } of nodes) {
    try {
      const response = await fetch(`http://${ip}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
      return ((await response.json()) as { members: Member[] }).members;
    } catch {
      // This node is down or cut off: the next one is asked.
    }
  }
  return [];
}

const isPrimary = ({ role, state }: Member): boolean => role === 'leader' && state === 'running';

function isWhole(members: readonly Member[], count: number): boolean {
  const following = members.filter(({ role, state }) => role !== 'leader' && state === 'streaming');
  return (
    members.some(isPrimary) &&
    following.length === count - 1 &&
    following.some(({ role }) => role === 'sync_standby')
  );
}
