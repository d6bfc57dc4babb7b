import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Kubectl, kubectlWith } from '../kubectl.ts';
import { addons, METRICS_PORT } from './addons.ts';
import { NamespaceSandbox } from './box.ts';
import { makeCertificates } from './certificates.ts';
import { flags, startControlPlane } from './control-plane.ts';
import { createNetwork } from './network.ts';
import { type Node, removeCgroups, startNode } from './node.ts';
import { cacheRoot, certificate, key, kubeconfigOf, net, nodes, stateRoot } from './place.ts';
import type { Programs } from './programs.ts';

const SETTINGS = ['vm/overcommit_memory', 'vm/panic_on_oom', 'kernel/panic', 'kernel/panic_on_oops'];
const WIRE_PATH = `/sys/class/net/${net.wire}`;
const READY_MS = 240_000;

const machine = (command = '', ...args: string[]) => promisify(execFile)(command, args);

/** A cluster in kernel namespaces of this machine, without Docker or virtual machines. */
type LocalCluster = {
  kubeconfig: string;
  kubectl: Kubectl;
  nodes: Node[];
  /** Stops the cluster. @returns what it left behind on this machine; expected: nothing */
  down: () => Promise<string[]>;
};

/** Starts a local cluster in up to three minutes. Needs Linux and root. @throws when a cluster is already running */
export async function startCluster(programs: Programs, archives: readonly string[]): Promise<LocalCluster> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('a cluster of our own needs Linux and root; with another one set KUBECONFIG');
  }
  if (existsSync(WIRE_PATH)) throw new Error(`a cluster runs already (${net.wire} is there)`);
  // Removes what a killed cluster left behind. None of its processes is running.
  removeCgroups();
  rmSync(stateRoot, { recursive: true, force: true });
  mkdirSync(stateRoot, { recursive: true, mode: 0o755 });
  const before = kernelSettings();
  const box = await NamespaceSandbox.open(programs.pause);
  const down = async () => {
    await box.close();
    await cleanUp();
    // Deleted last, because this network device marks a running cluster. The kernel itself would remove it
    // only after the last connection times out.
    if (existsSync(WIRE_PATH)) await machine('ip', 'link', 'delete', net.wire);
    return leftovers(before);
  };
  try {
    return { ...(await bringUp(box, programs, archives)), down };
  } catch (error) {
    await down();
    throw error;
  }
}

async function bringUp(box: NamespaceSandbox, programs: Programs, archives: readonly string[]) {
  await createNetwork(box, machine);
  await makeCertificates();
  const [started] = await Promise.all([
    Promise.all(nodes.map((name) => startNode(box, name, programs))),
    startControlPlane(box, programs),
  ]);
  // One after another, because the nodes share one disk.
  for (const node of started) await node.load(archives);
  const kubectl = kubectlWith([programs.kubernetes, 'kubectl'], kubeconfigOf('admin'));
  for (const node of started) await node.join();
  await startMetrics(box, programs);
  await kubectl.apply(addons());
  await allReady(kubectl);
  return { kubeconfig: kubeconfigOf('admin'), kubectl, nodes: started };
}

async function allReady(kubectl: Kubectl): Promise<void> {
  for (const until = Date.now() + READY_MS; ; await delay(1_000)) {
    const names = await kubectl.words('get', 'nodes', '--output=jsonpath={.items[*].metadata.name}');
    if (names.length === nodes.length) break;
    if (Date.now() > until) throw new Error(`nodes after ${READY_MS / 1_000} s: ${names.join(', ')}`);
  }
  const patience = `--timeout=${READY_MS / 1_000}s`;
  await kubectl.run('wait', '--for=condition=Ready', 'node', '--all', patience);
  await kubectl.run('--namespace=kube-system', 'rollout', 'status', 'daemonset/coredns', patience);
}

const startMetrics = (box: NamespaceSandbox, { kubernetes }: Programs) =>
  box.start('metrics-server', [
    kubernetes,
    'metrics-server',
    ...flags({
      kubeconfig: kubeconfigOf('admin'),
      'authentication-kubeconfig': kubeconfigOf('admin'),
      'authorization-kubeconfig': kubeconfigOf('admin'),
      'secure-port': String(METRICS_PORT),
      'tls-cert-file': certificate('apiserver'),
      'tls-private-key-file': key('apiserver'),
      'kubelet-certificate-authority': certificate('ca'),
      'kubelet-client-certificate': certificate('admin'),
      'kubelet-client-key': key('admin'),
      'kubelet-preferred-address-types': 'InternalIP',
      'metric-resolution': '10s',
      'kubelet-request-timeout': '5s',
    }),
  ]);

/** Removes the files and the empty cgroups. A copy of the logs stays until the next run. */
async function cleanUp(): Promise<void> {
  const logs = join(stateRoot, 'logs');
  if (existsSync(logs)) {
    rmSync(join(cacheRoot, 'logs'), { recursive: true, force: true });
    cpSync(logs, join(cacheRoot, 'logs'), { recursive: true });
  }
  for (let attempt = 1; ; attempt++) {
    try {
      removeCgroups();
      break;
    } catch (error) {
      // A cgroup cannot be removed until its last process has ended.
      if (attempt === 40) throw error;
      await delay(250);
    }
  }
  rmSync(stateRoot, { recursive: true, force: true });
}

const kernelSettings = (): string =>
  SETTINGS.map((name) => `${name}=${readFileSync(`/proc/sys/${name}`, 'utf8').trim()}`).join(' ');

function leftovers(settings: string): string[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return [
    ...(existsSync(WIRE_PATH) ? [`network device ${net.wire}`] : []),
    ...mounts.filter((line) => line.includes(stateRoot)).map((line) => `mount ${line}`),
    ...(existsSync(stateRoot) ? [`folder ${stateRoot}`] : []),
    ...(kernelSettings() === settings ? [] : [`kernel settings: ${settings} became ${kernelSettings()}`]),
  ];
}
