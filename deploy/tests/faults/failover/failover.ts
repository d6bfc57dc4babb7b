import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openObjectStore } from '../../../ops/backup/objects.ts';
import { checkFigures } from '../../../ops/check/figures.ts';
import { checkMoney } from '../../../ops/check/money.ts';
import { checkObjects } from '../../../ops/check/objects.ts';
import { checkTrail } from '../../../ops/check/trail.ts';
import { startMinio } from '../../../stack/infra.ts';
import { type Fleet, startFleet } from '../fleet.ts';
import { type Load, startLoad } from '../load.ts';
import { countUnacknowledged, finishAndCheck, publishedUpTo } from '../outages.ts';
import { countDeadLetters } from '../postgres-trouble.ts';
import { assertThat, query, retryWhileUnavailable, waitUntil } from '../support.ts';
import { type NatsCluster, startNatsCluster } from './nats-cluster.ts';
import { type Node, withMachines } from './nodes.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';

const PER_SECOND = 50;
const WARM_UP_MS = 5_000;
/** Limits of the time without an answered write of each kind, ms. */
const AFTER_LOST_PRIMARY_MS = 30_000;
/** With its node, etcd may lose its leader too. It then renews all leases (20 s) once it has another. */
const AFTER_LOST_NODE_MS = 40_000;
const AFTER_LOST_LEADER_MS = 10_000;
/** Limits of the time until what waited takes effect: once NATS has a leader, and while it elects one (4 to 9 s), ms. */
const EFFECTS_MS = 10_000;
const EFFECTS_AFTER_LEADER_MS = 15_000;
const LAST_EFFECT_MS = 120_000;
const CUT_MS = 30_000;
/** Time under load after each fault, ms. */
const OBSERVED_MS = 15_000;
/** One write of each service that stores something for a client. */
const WRITES = ['create', 'upload', 'pay', 'sign in'];
const DRIVES = 4;

type Drill = {
  fleet: Fleet;
  load: Load;
  nodes: readonly Node[];
  nats: NatsCluster;
  postgres: PostgresCluster;
};

/** Runs `fault` under load and checks for how long each kind of write got no answer. */
async function strike(
  drill: Drill,
  phase: string,
  limitMs: number,
  fault: () => Promise<void>,
): Promise<void> {
  const { tally } = drill.load;
  tally.phase = phase;
  const since = performance.now();
  await fault();
  await delay(OBSERVED_MS);
  const pauses = WRITES.map((what) => ({ what, ms: tally.longestPause(what, since) }));
  const text = pauses.map(({ what, ms }) => `${what} ${(ms / 1_000).toFixed(1)} s`).join(', ');
  console.log(`${phase}: longest time without an answer: ${text} (goal ${limitMs / 1_000} s)`);
  if (pauses.some(({ ms }) => ms > limitMs)) tally.printRefusals(drill.fleet.logLines);
  for (const { what, ms } of pauses)
    assertThat(ms <= limitMs, `${phase}: no answer to "${what}" for ${ms} ms`);
  await Promise.all([drill.nats.whole(), drill.postgres.whole()]);
  await checkSums(drill.fleet, phase);
}

/** Checks money, figures and audit trail while the load goes on. */
async function checkSums({ places }: Fleet, phase: string): Promise<void> {
  const { postgresUrl: databaseUrl, stripeSimulatorUrl: simulatorUrl } = places;
  const results = [
    ...(await checkMoney({ databaseUrl, simulatorUrl })),
    ...(await checkFigures({ databaseUrl, simulatorUrl })),
    ...(await checkTrail(databaseUrl)).results,
  ];
  const breaches = results.flatMap(({ name, breaches }) => breaches.map((one) => `${name}: ${one}`));
  console.log(`${phase}: ${results.length} checks of money, figures and trail, ${breaches.length} breaches`);
  assertThat(breaches.length === 0, breaches.slice(0, 5).join('; '));
}

async function countMissingCertificates({ places }: Fleet, issued: readonly string[]): Promise<number> {
  const text = 'SELECT count(*) AS n FROM certificate.certificates WHERE registration_id = ANY($1::uuid[])';
  const [row] = await query<{ n: string }>(places, text, [issued]);
  return issued.length - Number(row?.n);
}

/**
 * Waits until everything written up to now is published and its certificates exist, and checks that both begin in
 * time. The end depends on how many certificates wait, and on the machine.
 */
async function waitForEffects({ fleet, load }: Drill, what: string, limitMs: number): Promise<void> {
  const moment = Date.now();
  const issued = [...load.confirmed.issued];
  const missing = await countMissingCertificates(fleet, issued);
  const timeUntil = async (effect: string, look: () => Promise<boolean>) => {
    await waitUntil(effect, look, LAST_EFFECT_MS);
    return Date.now() - moment;
  };
  const left = () => countMissingCertificates(fleet, issued);
  const [published, first, last] = await Promise.all([
    timeUntil('what waited is published', () => publishedUpTo(fleet.places, moment)),
    timeUntil('the first certificate', async () => missing === 0 || (await left()) < missing),
    timeUntil('the last certificate', async () => (await left()) === 0),
  ]);
  console.log(
    `${what}: what waited was published after ${published} ms; ${missing} certificates waited, the first came ` +
      `after ${first} ms and the last after ${last} ms`,
  );
  assertThat(Math.max(published, first) <= limitMs, `${what}: effects began later than ${limitMs} ms`);
}

async function loseNatsLeader(drill: Drill): Promise<void> {
  const leader = await drill.nats.leader();
  await drill.nats.kill(leader);
  await waitForEffects(drill, `${leader.name} led NATS and was killed`, EFFECTS_AFTER_LEADER_MS);
  await drill.nats.start(leader);
}

async function loseAllNats(drill: Drill): Promise<void> {
  const { nats, nodes } = drill;
  await Promise.all(nodes.map((node) => nats.kill(node)));
  await delay(CUT_MS);
  await Promise.all(nodes.map((node) => nats.start(node)));
  const startedAt = Date.now();
  await nats.leader();
  console.log(
    `all NATS servers came back after ${CUT_MS / 1_000} s, and had a leader ${Date.now() - startedAt} ms later`,
  );
  await waitForEffects(drill, 'NATS has a leader again', EFFECTS_MS);
}

async function losePrimary({ postgres }: Drill): Promise<void> {
  const before = await postgres.primary();
  await postgres.killDatabase(before);
  const after = await otherPrimary(postgres, before);
  console.log(`${before.name} was the primary and was killed, ${after.name} is the primary now`);
  await postgres.startDatabase(before);
}

async function cutPrimaryOff({ postgres }: Drill): Promise<void> {
  const before = await postgres.primary();
  before.setConnected(false);
  const cutAt = Date.now();
  const after = await otherPrimary(postgres, before);
  await delay(Math.max(0, CUT_MS - (Date.now() - cutAt)));
  before.setConnected(true);
  console.log(`${before.name} was the primary and cut off for ${CUT_MS / 1_000} s, ${after.name} took over`);
}

/** Loses the node of the primary with its disk, and puts an empty one in its place. */
async function replaceNode({ postgres, nats }: Drill): Promise<void> {
  const node = await postgres.primary();
  await node.kill();
  node.empty();
  const after = await otherPrimary(postgres, node);
  await Promise.all([postgres.replace(node), nats.start(node)]);
  console.log(`${node.name} was lost with its disk, ${after.name} took over; an empty node replaced it`);
}

async function otherPrimary(postgres: PostgresCluster, lost: Node): Promise<Node> {
  let found: Node | undefined;
  await waitUntil('another node is the primary', async () => {
    const primary = await postgres.primary().catch(() => undefined);
    if (primary && primary !== lost) found = primary;
    return found !== undefined;
  });
  assertThat(found !== undefined, 'no other node is the primary');
  return found;
}

/** An S3 server with four drives, and its settings for the storage service. */
async function startObjectStore(folder: string) {
  const drives = Array.from({ length: DRIVES }, (_, index) => join(folder, `drive-${index + 1}`));
  const server = await startMinio({ dataDir: join(folder, 'minio'), drives });
  const { endpoint, accessKey, secretKey } = server;
  return {
    env: {
      STORAGE_DIR: '',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_BUCKET: 'g2-objects',
    },
    loseDrive: async () => rmSync(drives[0] ?? '', { recursive: true }),
    stop: () => server.stop(),
  };
}

/**
 * Two replicas of each program on three nodes of NATS and PostgreSQL and an S3 server of four drives. Under load,
 * leaders, primaries, nodes and a drive are lost. Nothing confirmed is lost, and nothing takes effect twice.
 */
export async function failover(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-drill-s3-'));
  try {
    await withMachines(async (machines) => {
      const { nodes } = machines;
      const [nats, postgres] = await Promise.all([startNatsCluster(nodes), startPostgresCluster(machines)]);
      const store = await startObjectStore(folder);
      try {
        const stays = { stop: async () => {}, start: async () => {} };
        const fleet = await startFleet({
          replicas: 2,
          env: { 'storage-hashing': store.env },
          backing: {
            postgres: { url: () => postgres.url, ...stays },
            nats: { url: () => nats.url, ...stays },
            natsUrls: () => nats.urls,
            poolerPort: postgres.poolerPort,
          },
        });
        try {
          const load = await startLoad(fleet.url, { perSecond: PER_SECOND });
          await delay(WARM_UP_MS);
          await loseInTurn({ fleet, load, nodes, nats, postgres }, store.loseDrive);
          await finish(fleet, load, store.env);
        } finally {
          await fleet.stop();
        }
      } finally {
        await store.stop();
        await postgres.stop();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loseInTurn(drill: Drill, loseDrive: () => Promise<void>): Promise<void> {
  const leader = AFTER_LOST_LEADER_MS;
  const primary = AFTER_LOST_PRIMARY_MS;
  const node = AFTER_LOST_NODE_MS;
  await strike(drill, 'NATS leader killed', leader, () => loseNatsLeader(drill));
  await strike(drill, 'NATS leader killed again', leader, () => loseNatsLeader(drill));
  await strike(drill, 'all of NATS away', primary, () => loseAllNats(drill));
  await strike(drill, 'primary killed', primary, () => losePrimary(drill));
  await strike(drill, 'primary cut off', node, () => cutPrimaryOff(drill));
  await strike(drill, 'node replaced', node, () => replaceNode(drill));
  await strike(drill, 'drive lost', leader, loseDrive);
}

async function finish(fleet: Fleet, load: Load, env: Record<string, string>): Promise<void> {
  await finishAndCheck(fleet, load);
  await checkSums(fleet, 'after');
  const objects = openObjectStore(env);
  try {
    const results = await checkObjects({ databaseUrl: fleet.places.postgresUrl, objects });
    const breaches = results.flatMap((one) => one.breaches);
    console.log(`${results.length} checks of objects, ${breaches.length} breaches`);
    assertThat(breaches.length === 0, breaches.slice(0, 5).join('; '));
  } finally {
    objects.close();
  }
  const dead = await retryWhileUnavailable(() => countDeadLetters(fleet.natsUrl));
  const waiting = await countUnacknowledged(fleet.natsUrl);
  console.log(`${dead} dead letters, ${waiting} events not acknowledged`);
  assertThat(dead === 0, `${dead} events were given up`);
}

if (import.meta.main) await failover();
