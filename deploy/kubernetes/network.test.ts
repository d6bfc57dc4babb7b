import { describe, expect, it } from 'vitest';
import { type KubernetesObject, render } from './chart.ts';
import { podsOf } from './pods.ts';
import { type Endpoint, networkPolicyEvaluator } from './reachability.ts';

const OURS = 'g2';
const STRANGERS: Endpoint[] = [
  { name: 'dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } },
  { name: 'neighbour', namespace: OURS, labels: { 'app.kubernetes.io/name': 'another-app' } },
  { name: 'ingress', namespace: 'envoy-gateway-system', labels: { 'app.kubernetes.io/name': 'envoy' } },
  { name: 'monitoring', namespace: 'monitoring', labels: { app: 'prometheus' } },
  { name: 'database-net', address: '10.20.0.7' },
  { name: 'internet', address: '203.0.113.9' },
];
const PORTS = [
  22, 25, 53, 80, 443, 465, 587, 4222, 4318, 5432, 6222, 8080, 8090, 8092, 8222, 9000, 9001, 9090, 9464,
];

/** The connections that the policies allow, as "from > to:ports". All migrations count as one endpoint. */
function matrix(objects: KubernetesObject[]): string[] {
  const allows = networkPolicyEvaluator(objects, OURS);
  const pods = podsOf(objects).map(({ part, labels }): Endpoint => ({ name: part, namespace: OURS, labels }));
  const ours = pods.filter(({ name }, at) => pods.findIndex((it) => it.name === name) === at);
  const pairs = [...ours, ...STRANGERS].flatMap((from) =>
    [...ours, ...STRANGERS]
      .filter((to) => ours.includes(from) || ours.includes(to))
      .map((to) => [from, to] as const),
  );
  return pairs
    .filter(([from, to]) => from !== to)
    .flatMap(([from, to]) => {
      const open = PORTS.filter((port) => allows(from, to, port));
      return open.length > 0 ? [`${from.name} > ${to.name}:${open.join(',')}`] : [];
    })
    .sort();
}

const PROGRAMS = ['certificate', 'gateway', 'identity', 'payment-credit', 'registration', 'storage-hashing'];
const SERVICES = PROGRAMS.filter((name) => name !== 'gateway');
/** The allowed calls between the programs, as "caller > server:ports". */
const ARROWS = [
  'certificate > registration:9090',
  'certificate > storage-hashing:9090',
  'gateway > certificate:9090',
  'gateway > identity:9090',
  'gateway > payment-credit:9090',
  'gateway > registration:9090',
  'gateway > storage-hashing:8080,9090',
  'identity > payment-credit:9090',
  // A consumer also calls the services that publish the events it consumes.
  'identity > registration:9090',
  'identity > certificate:9090',
  'identity > storage-hashing:9090',
  'payment-credit > registration:9090',
  'payment-credit > identity:9090',
  'registration > identity:9090',
  'registration > payment-credit:9090',
  'registration > certificate:9090',
  'registration > storage-hashing:9090',
  'certificate > payment-credit:9090',
  'storage-hashing > registration:9090',
  ...PROGRAMS.map((name) => `test > ${name}:8080`),
];
const dnsOf = (names: string[]) => names.map((name) => `${name} > dns:53`);
const to = (names: string[], target: string) => names.map((name) => `${name} > ${target}`);

describe('the network policies', { timeout: 30_000 }, () => {
  it('allow exactly the designed connections with embedded parts', async () => {
    const expected = [
      ...ARROWS,
      ...dnsOf([...PROGRAMS, 'migrate', 'provision', 'streams', 'stripe-simulator', 'test']),
      ...to([...SERVICES, 'migrate', 'provision'], 'postgresql:5432'),
      ...to([...PROGRAMS, 'streams'], 'nats:4222'),
      'storage-hashing > minio:9000',
      'payment-credit > stripe-simulator:8090',
      'stripe-simulator > payment-credit:8080',
      'certificate > test-authority:8092',
      // Browsers reach these two from any address: through a port forward or a load balancer.
      ...['neighbour', 'dns', 'ingress', 'monitoring', 'internet', 'database-net'].flatMap((name) => [
        `${name} > gateway:8080`,
        `${name} > stripe-simulator:8090`,
      ]),
    ];
    expect(matrix(await render('demo'))).toEqual(expected.sort());
  });

  it('allow exactly the designed connections in production', async () => {
    // No network is set for NATS, S3, Stripe, time stamps, mail and OIDC, so only the ports are limited.
    const ways = {
      certificate: [80, 443, 4222],
      gateway: [4222],
      identity: [443, 465, 587, 4222],
      'payment-credit': [443, 4222],
      registration: [4222],
      'storage-hashing': [443, 4222, 9000],
      streams: [4222],
    };
    const more = (from: string, target: string): number[] => {
      if (target === 'dns') return [53];
      if (target === 'monitoring') return PROGRAMS.includes(from) ? [4318] : [];
      return target === 'database-net' && SERVICES.includes(from) ? [5432] : [];
    };
    const outward = Object.entries(ways).flatMap(([from, open]) =>
      STRANGERS.map(({ name }) => {
        const all = [...open, ...more(from, name)].sort((one, other) => one - other);
        return `${from} > ${name}:${all.join(',')}`;
      }),
    );
    const expected = [
      ...ARROWS,
      ...outward,
      ...dnsOf(['migrate', 'test']),
      'migrate > database-net:5432',
      'ingress > gateway:8080',
      'ingress > payment-credit:8080',
      ...PROGRAMS.map((name) => `monitoring > ${name}:9464`),
    ];
    expect(matrix(await render('production'))).toEqual(expected.sort());
  });

  it('allow mail, sign-in and traces only when they are configured', async () => {
    const out = async (values: Record<string, unknown>) => {
      const allows = networkPolicyEvaluator(await render('default', { values }), OURS);
      const labels = {
        'app.kubernetes.io/instance': 'g2',
        'app.kubernetes.io/part-of': 'g2-software-registry',
      };
      const from = {
        name: 'identity',
        namespace: OURS,
        labels: { ...labels, 'app.kubernetes.io/name': 'identity' },
      };
      const internet = { name: 'internet', address: '203.0.113.9' };
      return PORTS.filter((port) => allows(from, internet, port));
    };
    expect(await out({})).toEqual([465, 587, 4222, 5432]);
    expect(await out({ demo: true, publicUrl: 'http://localhost:8080', 'smtp.existingSecret': '' })).toEqual([
      4222, 5432,
    ]);
    expect(
      await out({
        'oidc.issuer': 'https://login.example.com',
        'oidc.clientId': 'g2',
        'oidc.existingSecret': 'oidc',
      }),
    ).toContain(443);
    const github = { id: 'github', name: 'GitHub', kind: 'github', clientId: 'g2', existingSecret: 'github' };
    expect(await out({ 'oidc.providers': [github] })).toContain(443);
    expect(await out({ otlpEndpoint: 'http://collector.monitoring:4318' })).toContain(4318);
  });

  it('allow DNS queries over UDP and TCP, only to the cluster’s DNS', async () => {
    const objects = await render('production');
    const allows = networkPolicyEvaluator(objects, OURS);
    for (const { part, labels } of podsOf(objects)) {
      const from = { name: part, namespace: OURS, labels };
      for (const target of STRANGERS) {
        const open = target.name === 'dns';
        expect(allows(from, target, 53, 'UDP'), `${part} > ${target.name}`).toBe(open);
        expect(allows(from, target, 53, 'TCP'), `${part} > ${target.name}`).toBe(open);
      }
    }
  });

  it('are absent when networkPolicy.enabled is false', async () => {
    const objects = await render('default', { values: { 'networkPolicy.enabled': false } });
    expect(objects.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
  });
});
