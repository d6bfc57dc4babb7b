import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitReady } from '../../stack/child.ts';
import type { NamespaceSandbox } from './box.ts';
import { flags } from './control-plane.ts';
import { joinNetwork } from './network.ts';
import { cgroupOf, containerdSocket, kubeletFlags, nodeSettings, proxyFlags } from './node-settings.ts';
import { folderOf, kubeconfigOf, type NodeName, nodes } from './place.ts';
import type { Programs } from './programs.ts';

const CGROUPS = '/sys/fs/cgroup';
/** Paths that are fixed in the node's programs. Each node mounts its own folders there. */
const OWN_FOLDERS = ['/var/lib/kubelet', '/var/lib/containerd', '/var/lib/cni', '/var/log'];
/** Kernel settings that the kubelet would change for the whole machine. The node gets plain files instead. */
const KERNEL_SETTINGS = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];

export type Node = {
  name: NodeName;
  load(archives: readonly string[]): Promise<void>;
  kill(containerId: string): Promise<void>;
  join(): Promise<void>;
  /** Starts to record packets. The returned function stops the recording and returns the packets. */
  capture(ports: readonly number[]): Promise<() => Promise<Buffer>>;
};

/** Starts a node with its own containerd. The kubelet starts later, in `join`. */
export async function startNode(box: NamespaceSandbox, name: NodeName, programs: Programs): Promise<Node> {
  const { kubernetes, pause, policies } = programs;
  for (const [file, text] of Object.entries(nodeSettings(name))) {
    mkdirSync(dirname(join(folderOf(name), file)), { recursive: true });
    writeFileSync(join(folderOf(name), file), text);
  }
  const inner = await box.inner(pause);
  await mountNodeFolders(inner, name);
  makeCgroups(name);
  await joinNetwork(box, inner, name);
  const config = ['--config', join(folderOf(name), 'containerd.toml')];
  const containerd = await inner.start(`${name}-containerd`, ['containerd', ...config]);
  const ctr = (...args: string[]) =>
    inner.run('ctr', '--address', containerdSocket(name), '--namespace', 'k8s.io', ...args);
  await waitReady(containerd, () => ctr('version').then(Boolean, () => false));
  return {
    name,
    async load(archives) {
      for (const archive of archives) await ctr('images', 'import', archive);
    },
    async kill(containerId) {
      await ctr('tasks', 'kill', '--signal', 'SIGKILL', containerId);
    },
    async join() {
      await inner.start(`${name}-kubelet`, [kubernetes, 'kubelet', ...flags(kubeletFlags(name))]);
      await inner.start(`${name}-proxy`, [kubernetes, 'kube-proxy', ...flags(proxyFlags(name))]);
      const enforce = flags({ kubeconfig: kubeconfigOf('admin'), node: name });
      await inner.start(`${name}-policies`, [policies, ...enforce]);
    },
    async capture(ports) {
      const file = join(folderOf(name), 'packets');
      const of = ports.map((port) => `tcp port ${port}`).join(' or ');
      const writes = ['-Z', 'root', '-i', 'any', '-U', '-s', '0', '-w', file];
      const child = await inner.start(`${name}-tcpdump`, ['tcpdump', ...writes, of]);
      await waitReady(child, async () => existsSync(file));
      return async () => {
        await child.stop();
        const packets = readFileSync(file);
        rmSync(file);
        return packets;
      };
    },
  };
}

async function mountNodeFolders(inner: NamespaceSandbox, node: NodeName): Promise<void> {
  for (const folder of ['/run', '/var/lib']) await inner.run('mount', '-t', 'tmpfs', 'tmpfs', folder);
  for (const place of OWN_FOLDERS) {
    const own = join(folderOf(node), place);
    mkdirSync(own, { recursive: true });
    await inner.run('mkdir', '-p', place);
    await inner.run('mount', '--bind', own, place);
  }
  for (const setting of KERNEL_SETTINGS) {
    const [own, place] = [join(folderOf(node), 'sysctl', setting), `/proc/sys/${setting}`];
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, readFileSync(place, 'utf8'));
    await inner.run('mount', '--bind', own, place);
  }
}

/** Root folders of the cgroups: one for cgroup v2, or one per controller for v1. */
const hierarchies = (): string[] =>
  existsSync(join(CGROUPS, 'cgroup.controllers'))
    ? [CGROUPS]
    : readdirSync(CGROUPS)
        .filter((name) => name !== 'unified')
        .map((name) => join(CGROUPS, name));

function makeCgroups(node: NodeName): void {
  for (const hierarchy of hierarchies()) {
    const folder = join(hierarchy, cgroupOf(node));
    mkdirSync(folder, { recursive: true });
    // No process can run in a new cpuset before CPUs and memory nodes are assigned.
    for (const file of ['cpuset.cpus', 'cpuset.mems']) {
      if (hierarchy.endsWith('cpuset'))
        writeFileSync(join(folder, file), readFileSync(join(hierarchy, file)));
    }
  }
}

/** Removes a cluster's cgroups, which the kernel keeps after their last process ends. */
export function removeCgroups(): void {
  const remove = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) remove(join(folder, entry.name));
    }
    rmdirSync(folder);
  };
  for (const hierarchy of hierarchies()) {
    for (const node of nodes) {
      const folder = join(hierarchy, cgroupOf(node));
      if (existsSync(folder)) remove(folder);
    }
  }
}
