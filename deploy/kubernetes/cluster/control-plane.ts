import { setTimeout as delay } from 'node:timers/promises';
import { waitReady } from '../../stack/child.ts';
import type { NamespaceSandbox } from './box.ts';
import { certificate, folderOf, key, kubeconfigOf, net } from './place.ts';
import type { Programs } from './programs.ts';

const READY_MS = 180_000;
const ETCD = 'http://127.0.0.1:2379';
const PEER = 'http://127.0.0.1:2380';

/** Formats options as `--name=value`; true is a flag without value. */
export const flags = (options: Record<string, string | true>): string[] =>
  Object.entries(options).map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`));

const etcd = {
  name: 'g2',
  'data-dir': folderOf('etcd'),
  'listen-client-urls': ETCD,
  'advertise-client-urls': ETCD,
  'listen-peer-urls': PEER,
  'initial-advertise-peer-urls': PEER,
  'initial-cluster': `g2=${PEER}`,
  // Faster writes: nothing in etcd must survive a crash of the machine.
  'unsafe-no-fsync': true,
  'log-level': 'warn',
} as const;

const apiServer = {
  'etcd-servers': ETCD,
  'bind-address': net.bridge,
  'advertise-address': net.bridge,
  'secure-port': '6443',
  'service-cluster-ip-range': net.services,
  'allow-privileged': true,
  'authorization-mode': 'Node,RBAC',
  'enable-admission-plugins': 'NodeRestriction',
  'client-ca-file': certificate('ca'),
  'tls-cert-file': certificate('apiserver'),
  'tls-private-key-file': key('apiserver'),
  'kubelet-client-certificate': certificate('admin'),
  'kubelet-client-key': key('admin'),
  'kubelet-preferred-address-types': 'InternalIP',
  'service-account-issuer': 'https://kubernetes.default.svc',
  'service-account-key-file': certificate('accounts'),
  'service-account-signing-key-file': key('accounts'),
  // The API server forwards requests to metrics-server and authenticates with the front-proxy certificate.
  'requestheader-client-ca-file': certificate('ca'),
  'requestheader-allowed-names': 'front-proxy',
  'requestheader-username-headers': 'X-Remote-User',
  'requestheader-group-headers': 'X-Remote-Group',
  'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
  'proxy-client-cert-file': certificate('front-proxy'),
  'proxy-client-key-file': key('front-proxy'),
  'enable-aggregator-routing': true,
} as const;

const asUser = (user: string) => ({
  kubeconfig: kubeconfigOf(user),
  'authentication-kubeconfig': kubeconfigOf(user),
  'authorization-kubeconfig': kubeconfigOf(user),
  'leader-elect': 'false',
  'bind-address': '127.0.0.1',
});

const controllers = {
  ...asUser('controller-manager'),
  'cluster-cidr': net.pods,
  'service-cluster-ip-range': net.services,
  'root-ca-file': certificate('ca'),
  'service-account-private-key-file': key('accounts'),
  'use-service-account-credentials': true,
  // A heartbeat that a busy machine delays must not mark a node as failed.
  'node-monitor-grace-period': '60s',
  // Shorter than the defaults (15 s sync), because a trial waits for the autoscaler.
  'horizontal-pod-autoscaler-sync-period': '5s',
  'horizontal-pod-autoscaler-initial-readiness-delay': '10s',
  'horizontal-pod-autoscaler-cpu-initialization-period': '30s',
} as const;

/** Resolves when the API server is ready. */
export async function startControlPlane(box: NamespaceSandbox, { kubernetes }: Programs): Promise<void> {
  const start = (name: string, options: Record<string, string | true>) =>
    box.start(name, [kubernetes, name, ...flags(options)]);
  await start('etcd', etcd);
  const api = await start('kube-apiserver', apiServer);
  const ask = ['kubectl', `--kubeconfig=${kubeconfigOf('admin')}`, 'get', '--raw', '/readyz'];
  const answers = () =>
    box.run(kubernetes, ...ask).then(
      () => true,
      () => delay(500, false),
    );
  await waitReady(api, answers, READY_MS);
  await start('kube-controller-manager', controllers);
  await start('kube-scheduler', asUser('scheduler'));
}
