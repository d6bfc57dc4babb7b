import { readObjects } from '../chart.ts';
import { type Endpoint, networkPolicyEvaluator } from '../reachability.ts';
import { HERE, NAMESPACE, RELEASE, type TrialContext } from './trial.ts';

const STRANGERS = 'g2-trial-strangers';
const CONNECT_MS = 2_000;

type Pod = {
  metadata: { name: string; namespace: string; labels: Record<string, string> };
  spec: { containers: { name: string; image: string; ports?: { containerPort: number }[] }[] };
  status: { podIP: string };
};
type Target = { name: string; address: string; port: number };

const CONNECTS = `
  const net = require('node:net');
  const tried = JSON.parse(process.argv[1]).map(({ address, port }) => new Promise((done) => {
    const socket = net.connect({ host: address, port, timeout: ${CONNECT_MS} });
    const end = (open) => { socket.destroy(); done(open); };
    socket.on('connect', () => end(true)).on('timeout', () => end(false)).on('error', () => end(false));
  }));
  Promise.all(tried).then((open) => console.log(JSON.stringify(open)));`;

/** Compares real connections with the chart's policies. @throws with those that differ */
export async function testPolicies(trial: TrialContext): Promise<void> {
  const { kubectl, figures } = trial;
  const allows = networkPolicyEvaluator(readObjects(await trial.helm('get', 'manifest', RELEASE)), NAMESPACE);
  const ours = await pods(trial, NAMESPACE, `--selector=app.kubernetes.io/instance=${RELEASE}`);
  const image = ours.find(({ name }) => name === 'gateway')?.image ?? '';
  const targets = ours.flatMap(({ name, address, ports }) => ports.map((port) => ({ name, address, port })));
  await kubectl.run('create', 'namespace', STRANGERS);
  try {
    await kubectl.apply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: bystanders(image) }));
    for (const namespace of [NAMESPACE, STRANGERS]) {
      const who = ['pod/bystander', `--namespace=${namespace}`];
      await kubectl.run('wait', '--for=condition=Ready', ...who, '--timeout=120s');
    }
    const bystander = '--selector=trial=bystander';
    const asking = [
      ...ours,
      ...(await pods(trial, STRANGERS, bystander)),
      ...(await pods(trial, NAMESPACE, bystander)),
    ];
    const database = targets.filter(({ port }) => port === 5432);
    const stranger = asking.find(({ namespace }) => namespace === STRANGERS);
    if (stranger && (await reached(trial, stranger, database)).includes(true)) {
      figures.note('network policies', 'not tried: this cluster does not enforce them');
      return;
    }
    const wrong: string[] = [];
    let tried = 0;
    for (const from of asking.filter(
      (pod) => pod.image.includes('/') && !/postgres|nats|minio/.test(pod.image),
    )) {
      const others = targets.filter(({ address }) => address !== from.address);
      const open = await reached(trial, from, others);
      for (const [at, to] of others.entries()) {
        tried++;
        const target = ours.find(({ address }) => address === to.address) ?? from;
        const may = allows(endpoint(from), endpoint(target), to.port);
        if (open[at] !== may) {
          wrong.push(
            `${from.namespace}/${from.name} > ${to.name}:${to.port} is ${open[at] ? 'open' : 'closed'}`,
          );
        }
      }
    }
    figures.note(
      'network policies',
      `${tried} connections tried, ${wrong.length} otherwise than the chart says`,
    );
    if (wrong.length > 0) throw new Error(`network policies: ${wrong.join('; ')}`);
  } finally {
    await kubectl.run('delete', 'namespace', STRANGERS, '--wait=false');
    await kubectl.run('delete', 'pod', 'bystander', HERE, '--wait=false', '--ignore-not-found');
  }
}

type Seen = {
  name: string;
  pod: string;
  namespace: string;
  labels: Record<string, string>;
  address: string;
  image: string;
  ports: number[];
};

const endpoint = ({ name, namespace, labels }: Seen): Endpoint => ({ name, namespace, labels });

async function pods({ kubectl }: TrialContext, namespace: string, selector: string): Promise<Seen[]> {
  const which = [`--namespace=${namespace}`, '--field-selector=status.phase=Running', selector];
  const { items } = await kubectl.json<{ items: Pod[] }>('get', 'pods', ...which);
  return items.map(({ metadata, spec, status }) => ({
    name: metadata.labels['app.kubernetes.io/name'] ?? metadata.name,
    pod: metadata.name,
    namespace,
    labels: metadata.labels,
    address: status.podIP,
    image: spec.containers[0]?.image ?? '',
    ports: spec.containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort)),
  }));
}

async function reached(
  { kubectl }: TrialContext,
  from: Seen,
  targets: readonly Target[],
): Promise<boolean[]> {
  const program = ['node', '-e', CONNECTS, JSON.stringify(targets)];
  const written = await kubectl.run('exec', from.pod, `--namespace=${from.namespace}`, '--', ...program);
  return JSON.parse(written.trim().split('\n').at(-1) ?? '[]') as boolean[];
}

/** Two pods that do not belong to the release: one in its namespace, one in another. */
const bystanders = (image: string) =>
  [NAMESPACE, STRANGERS].map((namespace) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'bystander', namespace, labels: { trial: 'bystander' } },
    spec: {
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      terminationGracePeriodSeconds: 0,
      containers: [
        {
          name: 'node',
          image,
          command: ['sleep', 'infinity'],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  }));
