import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BusUser, busUsers } from '@g2/kit/nats-permissions';
import { type NatsUser, natsAuthorization, natsUsers, OPS_USER } from '@g2/kit/nats-users';
import { createStreams, deadStream, eventStream } from '@g2/kit/streams';
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import { connectNats } from '../../../ops/backup/stream.ts';
import { findBinary } from '../../../stack/binaries.ts';
import { waitReady } from '../../../stack/child.ts';
import { isHealthy } from '../../../stack/probes.ts';
import { assertThat, retryWhileUnavailable, waitUntil } from '../support.ts';
import type { Node } from './nodes.ts';

const PREFIX = 'g2';
const CLIENT_PORT = 4222;
const ROUTE_PORT = 6222;
const MONITOR_PORT = 8222;
const START_MS = 60_000;

export type NatsCluster = {
  /** URL with all servers and the operators' user. */
  url: string;
  urls: Record<BusUser, string>;
  start(node: Node): Promise<void>;
  /** Kills the server of the node. */
  kill(node: Node): Promise<void>;
  /** The node that leads the stream of events. */
  leader(): Promise<Node>;
  /** Waits until every stream has a current copy on each node. */
  whole(): Promise<void>;
};

/** Starts a NATS server on each node and creates the streams with a copy on each. */
export async function startNatsCluster(nodes: readonly Node[]): Promise<NatsCluster> {
  const command = await findBinary('nats-server');
  const passwords = Object.fromEntries(natsUsers.map((user) => [user, randomBytes(18).toString('hex')]));
  const authorization = natsAuthorization((user) => JSON.stringify(passwords[user]), PREFIX);
  const hosts = nodes.map(({ ip }) => `${ip}:${CLIENT_PORT}`).join(',');
  const urlOf = (user: NatsUser) => `nats://${user}:${passwords[user]}@${hosts}`;
  const url = urlOf(OPS_USER);
  const names = new Map<string, number>();
  const start = async (node: Node) => {
    const config = join(node.outside, 'nats.conf');
    writeFileSync(config, settingsOf(node, nodes) + authorization, { mode: 0o600 });
    const child = await node.startOwn('nats', [command, '-c', config]);
    names.set(node.name, child.pid);
    const health = `http://${node.ip}:${MONITOR_PORT}/healthz?js-server-only=true`;
    await waitReady(child, () => isHealthy(health), START_MS);
  };
  await Promise.all(nodes.map(start));
  await retryWhileUnavailable(() => createStreams(url, { prefix: PREFIX, replicas: nodes.length }));
  const cluster: NatsCluster = {
    url,
    urls: Object.fromEntries(busUsers.map((user) => [user, urlOf(user)])) as Record<BusUser, string>,
    start,
    async kill(node) {
      const pid = names.get(node.name);
      assertThat(pid !== undefined, `NATS does not run on ${node.name}`);
      process.kill(pid, 'SIGKILL');
      await waitUntil(`NATS of ${node.name} has ended`, async () => !isRunning(pid));
    },
    async leader() {
      const [events] = await retryWhileUnavailable(() => streamsOf(url));
      const leader = nodes.find(({ name }) => name === events?.cluster?.leader);
      assertThat(leader !== undefined, 'the stream of events has no leader');
      return leader;
    },
    whole: () =>
      waitUntil('each stream has a current copy on each node', async () => {
        const streams = await streamsOf(url).catch(() => []);
        return streams.length > 0 && streams.every((one) => currentCopies(one) === nodes.length);
      }),
  };
  await cluster.whole();
  return cluster;
}

const settingsOf = (node: Node, nodes: readonly Node[]): string => {
  const routes = nodes.filter((one) => one !== node).map(({ ip }) => `nats://${ip}:${ROUTE_PORT}`);
  return `listen: "${node.ip}:${CLIENT_PORT}"
http: "${node.ip}:${MONITOR_PORT}"
server_name: "${node.name}"
jetstream { store_dir: ${JSON.stringify(join(node.outside, 'nats'))} }
cluster { name: "g2", listen: "${node.ip}:${ROUTE_PORT}", routes: ${JSON.stringify(routes)} }
`;
};

async function streamsOf(url: string): Promise<StreamInfo[]> {
  const nc = await connectNats(url);
  try {
    const { streams } = await jetstreamManager(nc);
    return await Promise.all([eventStream(PREFIX), deadStream(PREFIX)].map((name) => streams.info(name)));
  } finally {
    await nc.close();
  }
}

/** The leader's copy and those that have caught up with it. */
const currentCopies = ({ cluster }: StreamInfo): number =>
  (cluster?.leader ? 1 : 0) + (cluster?.replicas ?? []).filter((one) => one.current && !one.offline).length;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
