import type { NamespaceSandbox } from './box.ts';
import { addressOf, type NodeName, net, nodes, numberOf, podCidrOf } from './place.ts';

const ip = (box: NamespaceSandbox, line: string) => box.run('ip', ...line.split(' '));

/** Connects control plane and nodes by a bridge, and this machine to it by a veth pair, which ends with the sandbox. */
export async function createNetwork(
  box: NamespaceSandbox,
  machine: (...command: string[]) => Promise<unknown>,
): Promise<void> {
  await ip(box, 'link set lo up');
  await ip(box, 'link add bridge type bridge');
  await ip(box, `addr add ${net.bridge}/24 dev bridge`);
  await ip(box, 'link set bridge up');
  await machine('ip', ...`link add ${net.wire} type veth peer name outside netns ${box.pid}`.split(' '));
  await ip(box, 'link set outside master bridge up');
  await machine('ip', 'addr', 'add', `${net.machine}/24`, 'dev', net.wire);
  await machine('ip', 'link', 'set', net.wire, 'up');
  for (const node of nodes) await ip(box, `route add ${podCidrOf(node)} via ${addressOf(node)}`);
  // The API server must reach the Service of metrics-server.
  await ip(box, `route add ${net.services} via ${addressOf('n1')}`).catch(() => undefined);
}

export async function joinNetwork(
  box: NamespaceSandbox,
  inner: NamespaceSandbox,
  node: NodeName,
): Promise<void> {
  await box.wire('ip', ...`link add ${node} type veth peer name eth0 netns ${inner.pid}`.split(' '));
  await ip(box, `link set ${node} master bridge up`);
  await ip(inner, 'link set lo up');
  await ip(inner, `addr add ${addressOf(node)}/24 dev eth0`);
  await ip(inner, 'link set eth0 up');
  await ip(inner, `route add default via ${net.bridge}`);
  for (const other of nodes) {
    if (other !== node) await ip(inner, `route add 10.244.${numberOf(other)}.0/24 via ${addressOf(other)}`);
  }
  // Settings of this node's network namespace. With the second one, iptables also filters traffic between
  // pods of one node.
  const settings = ['net.ipv4.ip_forward=1', 'net.bridge.bridge-nf-call-iptables=1'];
  await inner.run('sysctl', '-qw', ...settings);
}
