import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../tests/faults/support.ts';
import {
  HERE,
  PROGRAMS,
  RELEASE,
  runningPodNames,
  type TrialContext,
  TWO_EACH,
  upgrade,
  waitForRollout,
} from './trial.ts';
import { type Disturbance, underLoad } from './under-load.ts';

/** Time in which clients notice that a pod or its program has ended, ms. */
const NOTICED_MS = 5_000;

const twoEach = (trial: TrialContext) =>
  trial.figures.timed('two replicas of each program', () => upgrade(trial, TWO_EACH));

/** Replaces every pod, then rolls back. @throws when a request was not answered */
export async function testRollout(trial: TrialContext): Promise<void> {
  await twoEach(trial);
  await underLoad(trial, [
    {
      name: 'upgrade, every pod replaced',
      begin: () => upgrade(trial, { ...TWO_EACH, secretsRevision: 'second' }),
    },
    { name: 'rollback', begin: () => trial.helm('rollback', RELEASE, '--wait', '--timeout=15m') },
  ]);
}

/** Removes pods, drains a node and kills programs under load. @throws when a request was not answered */
export async function testLosses(trial: TrialContext): Promise<void> {
  const { kubectl, crash, figures } = trial;
  await twoEach(trial);
  const onOnePod = (what: string, program: string, work: (pod: string) => Promise<unknown>): Disturbance => ({
    name: `${what} ${program}`,
    // Nothing in front of the gateway repeats a request after its connection breaks.
    cuts: what === 'SIGKILL:' && program === 'gateway',
    async begin() {
      const [pod = ''] = await runningPodNames(trial, program);
      await work(pod);
      await delay(NOTICED_MS);
      await waitForRollout(trial, program);
    },
  });
  const remove = (pod: string) => kubectl.run('delete', 'pod', pod, HERE, '--wait=false');
  if (!crash) figures.note('SIGKILL', 'not tried: the nodes of this cluster are out of reach');
  await underLoad(trial, [
    ...PROGRAMS.map((program) => onOnePod('pod deleted:', program, remove)),
    ...(crash ? ['registration', 'gateway'].map((program) => onOnePod('SIGKILL:', program, crash)) : []),
    { name: 'rollout taken back while its pod loads', begin: () => undoRolloutWhileLoading(trial) },
    { name: 'node drained', begin: () => drain(trial) },
  ]);
}

/** CPU limit that slows loading to ten times preStop's 5 s, so that SIGTERM arrives while a program loads. */
const SLOW = '--limits=cpu=40m';
const GONE = '--timeout=60s';

/** A pod that is stopped while its program loads must end at once, without the grace period for uploads. */
async function undoRolloutWhileLoading(trial: TrialContext): Promise<void> {
  const { kubectl } = trial;
  const program = 'storage-hashing';
  const deployment = `deployment/${RELEASE}-${program}`;
  const before = await runningPodNames(trial, program);
  await kubectl.run('set', 'resources', deployment, HERE, '--requests=cpu=40m', SLOW);
  let loading: string | undefined;
  await waitUntil('a slow pod runs', async () => {
    loading = (await runningPodNames(trial, program)).find((pod) => !before.includes(pod));
    return loading !== undefined;
  });
  await kubectl.run('rollout', 'undo', deployment, HERE);
  await kubectl.run('wait', '--for=delete', `pod/${loading}`, HERE, GONE);
}

/** Drains a node without volumes and restores it. The database has one replica, so its node stays. */
async function drain(trial: TrialContext): Promise<void> {
  const { kubectl } = trial;
  const parts = '--selector=app.kubernetes.io/name in (postgresql,nats,minio)';
  const places = '--output=jsonpath={.items[*].spec.nodeName}';
  const busy = await kubectl.words('get', 'pods', HERE, parts, places);
  const workers = '--selector=!node-role.kubernetes.io/control-plane';
  const names = await kubectl.words('get', 'nodes', workers, '--output=jsonpath={.items[*].metadata.name}');
  const node = names.find((name) => !busy.includes(name));
  if (!node) throw new Error('no node is without a volume');
  const how = ['--ignore-daemonsets', '--delete-emptydir-data', '--force', '--timeout=300s'];
  await kubectl.run('drain', node, ...how);
  await delay(NOTICED_MS);
  await kubectl.run('uncordon', node);
  for (const program of PROGRAMS) await waitForRollout(trial, program);
}
