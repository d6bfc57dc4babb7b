import { BlockList, isIPv6 } from 'node:net';
import { z } from 'zod';
import type { KubernetesObject } from './chart.ts';

/** A pod, or an address outside the cluster. */
export type Endpoint =
  | { name: string; namespace: string; labels: Record<string, string> }
  | { name: string; address: string };

const labelSelector = z.object({
  matchLabels: z.record(z.string(), z.string()).default({}),
});
const peer = z.object({
  podSelector: labelSelector.optional(),
  namespaceSelector: labelSelector.optional(),
  ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
});
const ports = z
  .array(z.object({ port: z.number(), protocol: z.enum(['TCP', 'UDP']).default('TCP') }))
  .default([]);
const spec = z.object({
  podSelector: labelSelector,
  policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
  ingress: z.array(z.object({ from: z.array(peer).default([]), ports })).default([]),
  egress: z.array(z.object({ to: z.array(peer).default([]), ports })).default([]),
});
type Policy = z.infer<typeof spec> & { namespace: string };
type Rule = { peers: z.infer<typeof peer>[]; ports: z.infer<typeof ports> };

/**
 * Evaluates NetworkPolicies: egress and ingress must both allow. No policy, or a rule without peers or ports, allows
 * all.
 */
export function networkPolicyEvaluator(objects: readonly KubernetesObject[], namespace: string) {
  const policies: Policy[] = objects
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((object) => ({ ...spec.parse(object.spec), namespace }));
  const rulesFor = (endpoint: Endpoint, way: 'Ingress' | 'Egress'): Rule[] | null => {
    if (!('labels' in endpoint)) return null;
    const selecting = policies.filter(
      (it) =>
        it.namespace === endpoint.namespace &&
        it.policyTypes.includes(way) &&
        selects(it.podSelector, endpoint.labels),
    );
    if (selecting.length === 0) return null;
    return selecting.flatMap((it) =>
      way === 'Ingress'
        ? it.ingress.map((rule) => ({ peers: rule.from, ports: rule.ports }))
        : it.egress.map((rule) => ({ peers: rule.to, ports: rule.ports })),
    );
  };
  return (from: Endpoint, to: Endpoint, port: number, protocol: 'TCP' | 'UDP' = 'TCP'): boolean => {
    const passes = (rules: Rule[] | null, other: Endpoint): boolean =>
      rules === null ||
      rules.some(
        (rule) =>
          (rule.ports.length === 0 ||
            rule.ports.some((it) => it.port === port && it.protocol === protocol)) &&
          (rule.peers.length === 0 || rule.peers.some((it) => isPeer(it, other, namespace))),
      );
    return passes(rulesFor(from, 'Egress'), to) && passes(rulesFor(to, 'Ingress'), from);
  };
}

function isPeer(wanted: z.infer<typeof peer>, other: Endpoint, ownNamespace: string): boolean {
  const { podSelector, namespaceSelector, ipBlock } = wanted;
  if (!('labels' in other)) return !!ipBlock && within(other.address, ipBlock.cidr, ipBlock.except);
  if (!podSelector && !namespaceSelector) return false;
  const inNamespace = namespaceSelector
    ? selects(namespaceSelector, { 'kubernetes.io/metadata.name': other.namespace })
    : other.namespace === ownNamespace;
  return inNamespace && (!podSelector || selects(podSelector, other.labels));
}

function selects({ matchLabels }: z.infer<typeof labelSelector>, labels: Record<string, string>): boolean {
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
}

function within(address: string, cidr: string, except: readonly string[]): boolean {
  const listed = (block: string): boolean => {
    const [net = '', prefix = ''] = block.split('/');
    const family = isIPv6(net) ? 'ipv6' : 'ipv4';
    const list = new BlockList();
    list.addSubnet(net, Number(prefix), family);
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
  return listed(cidr) && !except.some(listed);
}
